// Choosing files works without this script. It takes files that are dropped, lists what will be
// sent, and shows how much of it has been.

/** Keep the files of several choices and drops together; one of the same name takes its place. */
function gather(input, list) {
  const kept = new Map();
  const show = () => {
    const files = new DataTransfer();
    list.replaceChildren(
      ...[...kept.values()].map((file) => {
        files.items.add(file);
        const line = document.createElement("li");
        line.append(Object.assign(document.createElement("bdi"), { textContent: file.name }));
        return line;
      }),
    );
    input.files = files.files;
  };
  const add = (files) => {
    for (const file of files) kept.set(file.name, file);
    show();
  };
  input.addEventListener("change", () => add(input.files));
  return add;
}

for (const zone of document.querySelectorAll(".drop")) {
  const add = gather(zone.querySelector("input[type=file]"), zone.querySelector(".sent-files"));
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.dataset.over = "yes";
    });
  }
  for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, () => delete zone.dataset.over);
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    add(event.dataTransfer.files);
  });
}

/** Send a form and show how much has arrived; then go where the server says. */
function send(form, submitter) {
  const room = form.querySelector(".sending");
  const bar = room.querySelector("progress");
  const words = room.querySelector("[data-words]");
  const share = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("accept", "text/html");
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    bar.value = event.loaded / event.total;
    words.textContent = words.dataset.words.replace("{share}", share.format(bar.value));
  });
  request.upload.addEventListener("load", () => {
    bar.removeAttribute("value"); // nobody knows how long reading takes
    words.textContent = words.dataset.reading;
  });
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const told = page.querySelector(".note, .error") ?? page.querySelector("main");
    form.parentElement.querySelector(".told")?.remove();
    const place = document.createElement("div");
    place.className = "told";
    place.setAttribute("role", "alert");
    place.append(document.importNode(told, true));
    form.before(place);
    room.hidden = true;
    delete form.dataset.sent;
    place.scrollIntoView({ block: "center" });
  });
  request.addEventListener("error", () => {
    room.hidden = true;
    delete form.dataset.sent;
    form.submit(); // the browser says what is wrong with the connection
  });
  room.hidden = false;
  request.send(new FormData(form, submitter));
}

for (const form of document.querySelectorAll("form[data-upload]")) {
  form.addEventListener("submit", (event) => {
    const files = form.querySelector("input[type=file]").files;
    if (form.dataset.sent || !files.length) return;
    event.preventDefault();
    form.dataset.sent = "yes";
    send(form, event.submitter);
  });
}
