/** A line of a signature: points of x and y from 0 to 1,000, and the milliseconds since the first one. */
export type Stroke = readonly (readonly [x: number, y: number, ms: number])[]

/** Less ink than this, in thousandths of the field, is a dot, a tap or a short dash. */
const leastInk = 150
const leastSpread = 40

/** Whether somebody wrote something: a name, initials or a cross, rather than a dot or a dash. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  const points = strokes.flat()
  const spread = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values)
  }
  const ink = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  return ink >= leastInk && spread(0) >= leastSpread && spread(1) >= leastSpread
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((sum, [x, y], at) => {
    const before = stroke[at - 1]
    return before ? sum + Math.hypot(x - before[0], y - before[1]) : 0
  }, 0)
}
