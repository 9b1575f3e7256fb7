// The service worker keeps this page and its files, so that it opens without a connection.

/** Keep the page of this link at hand. Service workers exist in secure contexts only. */
export async function keepOffline(home) {
  if (!navigator.serviceWorker) return;
  await document.fonts.ready; // they are among its files
  const files = performance.getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter((address) => address.origin === location.origin && address.pathname.startsWith('/static/'))
    .map((address) => address.pathname);
  try {
    await navigator.serviceWorker.register('/a/worker.js', { scope: '/a/' });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: { home, page: `${home}/tasks`, files: [...new Set(files)] } });
  } catch {
    // Without it everything works except opening the page offline.
  }
}

/** Forget the page: the work is done, or this link is no longer good. */
export async function forgetOffline() {
  const registration = await navigator.serviceWorker?.getRegistration('/a/');
  registration?.active?.postMessage({ forget: true });
}
