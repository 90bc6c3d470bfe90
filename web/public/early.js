// Runs before the first paint, from a file of its own because the content security policy refuses inline scripts.
try {
  const theme = localStorage.getItem('karta.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('karta-session')) document.documentElement.dataset.session = ''
} catch {
  // Storage is switched off: the system's preference applies, and nobody can be signed in.
}
