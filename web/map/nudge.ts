/** How far an arrow key moves a pin, in pixels. With Shift it moves five times as far. */
const step = 8

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How many pixels a key moves a pin to the right and down. Undefined for keys that do not move it. */
export function nudgeOf(key: string, isShifted: boolean): [number, number] | undefined {
  const direction = directions[key]
  if (!direction) return undefined
  const pixels = isShifted ? 5 * step : step
  return [direction[0] * pixels, direction[1] * pixels]
}
