const drawn = new Map<string, string>()

/** Replaces a part of the page if it says something else now. Screen readers hear what changed, and nothing else. */
export function redraw(id: string, markup: string): void {
  const part = document.getElementById(id)
  if (!part || drawn.get(id) === markup) return
  // The server has written the same already.
  const isFirst = !drawn.has(id) && part.childElementCount > 0 && markup !== ''
  if (!isInUse(part)) drawn.set(id, markup)
  if (isFirst || isInUse(part)) return
  part.innerHTML = markup
}

/** Somebody is entering something there, which must not get lost. */
const isInUse = (part: HTMLElement) => part.querySelector('form') !== null && part.contains(document.activeElement)
