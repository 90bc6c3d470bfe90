/**
 * Calls back when the theme changes, for drawings on a canvas that must be redrawn. Returns a function that
 * unsubscribes.
 */
export function onThemeChange(listener: () => void): () => void {
  const theme = matchMedia('(prefers-color-scheme: dark)')
  const attributes = new MutationObserver(listener)
  theme.addEventListener('change', listener)
  attributes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    theme.removeEventListener('change', listener)
    attributes.disconnect()
  }
}
