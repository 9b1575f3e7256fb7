// Texts arrive after the page, and their letters with them: Arabic only where there is Arabic.

const PATIENCE = 300; // milliseconds; what comes later is for the next visit, so that no line jumps

/** Have the letters of a batch at hand before its first text is drawn. */
export async function fontsFor(batch) {
  const letters = [...new Set(JSON.stringify(batch))].join('');
  const family = getComputedStyle(document.querySelector('.read') ?? document.body).fontFamily;
  const there = document.fonts.load(`1em ${family}`, letters).catch(() => {}); // then the system's do
  await Promise.race([there, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
