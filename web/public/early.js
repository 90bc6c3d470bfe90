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
// Where no page was asked for, mails and sign-in providers lead to the front page; what they bring is read elsewhere.
if (location.pathname === '/' && /[?&#](code|error_code|access_token)=/.test(location.search + location.hash)) {
  const isRefusal = /[?&#]error_code=(?!otp_expired)/.test(location.search + location.hash)
  location.replace((isRefusal ? '/signin' : '/signin/confirm') + location.search + location.hash)
}
