/** In a shop's page, says how high the page is, so that the frame needs no scrollbar. It tells nothing else. */
export function tellHeight(): void {
  if (parent === window) return
  const tell = () => parent.postMessage({ kartaHeight: Math.ceil(document.documentElement.offsetHeight) }, '*')
  new ResizeObserver(tell).observe(document.documentElement)
}
