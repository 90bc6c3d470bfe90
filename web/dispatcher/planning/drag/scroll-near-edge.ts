/** Near an edge, this close, lists scroll by so much a frame. */
const edgePixels = 36
const stepPixels = 12

/** Scrolls what lies under a point if that is near one of its edges. Returns whether it did. */
export function scrollNearEdge(x: number, y: number): boolean {
  let element = document.elementFromPoint(x, y)
  while (element && element !== document.documentElement) {
    const { overflowY, overflowX } = getComputedStyle(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const before = [element.scrollTop, element.scrollLeft]
    if (/auto|scroll/.test(overflowY)) element.scrollTop += step(y, top, bottom)
    if (/auto|scroll/.test(overflowX)) element.scrollLeft += step(x, left, right)
    if (element.scrollTop !== before[0] || element.scrollLeft !== before[1]) return true
    element = element.parentElement
  }
  const down = step(y, 0, innerHeight)
  const was = scrollY
  if (down !== 0) scrollBy(0, down)
  return scrollY !== was
}

function step(at: number, from: number, to: number): number {
  if (at < from + edgePixels) return -stepPixels
  return at > to - edgePixels ? stepPixels : 0
}
