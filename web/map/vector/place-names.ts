/** Whether a place is large enough for its name to be shown at this zoom. */
export function isShown({ zoom: shownFrom }: { zoom?: unknown }, zoom: number): boolean {
  return typeof shownFrom === 'number' && zoom >= shownFrom
}

/** The height of a name in pixels: more for larger places, and closer by. */
export function nameSize(population: number, zoom: number): number {
  const rank = population >= 1_000_000 ? 3 : population >= 300_000 ? 2 : population >= 50_000 ? 1 : 0
  return 11 + rank + (zoom >= 11 ? rank : 0)
}
