// The small store of this browser that takes what it is given at once; null where there is none.

export const storage = (() => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
})();
