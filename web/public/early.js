// Runs before the first paint, from a file of its own because the content security policy refuses inline scripts.
try {
  const theme = localStorage.getItem('karta.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('karta-session')) document.documentElement.dataset.session = ''
} catch {
  // Storage is switched off: the system's preference applies, and nobody can be signed in.
}
try {
  void window.sessionStorage
} catch {
  // The router's own inline script, which brings back how far a page was scrolled, would fail on every page without it.
  const nothing = { getItem: () => null, setItem() {}, removeItem() {} }
  Object.defineProperty(window, 'sessionStorage', { configurable: true, value: nothing })
}
