/** Calls back when the page turns light or dark, for what is drawn on a canvas and must be drawn anew. Returns the off switch. */
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
