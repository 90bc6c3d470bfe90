/**
 * A function of time, linear with integer slopes between points at whole seconds. It is defined from the first point;
 * after the last one it continues with slope `tail`, or ends there if that is NaN.
 */
export type Piecewise = {
  x: number[]
  y: number[]
  tail: number
}

/** The value at a moment; Infinity outside the domain. */
export function valueAt(f: Piecewise, moment: number): number {
  const { x, y, tail } = f
  const last = x.length - 1
  if (last < 0 || moment < x[0]) return Infinity
  if (moment >= x[last]) {
    if (moment === x[last]) return y[last]
    return Number.isNaN(tail) ? Infinity : y[last] + tail * (moment - x[last])
  }
  const k = pieceAt(f, moment)
  return y[k] + ((y[k + 1] - y[k]) / (x[k + 1] - x[k])) * (moment - x[k])
}

/** The same function, some seconds later. */
export function shifted({ x, y, tail }: Piecewise, seconds: number): Piecewise {
  return { x: x.map((moment) => moment + seconds), y, tail }
}

/** The smallest value up to each moment: what waiting can achieve. */
export function bestSoFar(f: Piecewise): Piecewise {
  const x: number[] = []
  const y: number[] = []
  let least = Infinity
  for (let k = 0; k < f.x.length; k++) {
    if (f.y[k] >= least) continue
    if (k > 0 && f.y[k - 1] > least) {
      // The falling piece crosses the level, perhaps between two seconds.
      const slope = (f.y[k] - f.y[k - 1]) / (f.x[k] - f.x[k - 1])
      const meets = f.x[k - 1] + Math.floor((least - f.y[k - 1]) / slope)
      push(x, y, meets, least)
      push(x, y, meets + 1, Math.min(least, valueAt(f, meets + 1)))
    } else if (k > 0) push(x, y, f.x[k - 1], least)
    push(x, y, f.x[k], f.y[k])
    least = f.y[k]
  }
  return { x, y, tail: 0 }
}

/** The sum, where both are defined. */
export function added(f: Piecewise, g: Piecewise): Piecewise {
  const from = Math.max(f.x[0] ?? Infinity, g.x[0] ?? Infinity)
  const to = Math.min(endOf(f), endOf(g))
  if (from > to || from === Infinity) return { x: [], y: [], tail: NaN }
  const tail = to === Infinity ? f.tail + g.tail : NaN
  return through(f, g, from, to, tail, (moment) => valueAt(f, moment) + valueAt(g, moment))
}

/** The lower of the two at each moment where either is defined; their domains overlap. */
export function lower(f: Piecewise, g: Piecewise): Piecewise {
  if (f.x.length === 0) return g
  if (g.x.length === 0) return f
  const from = Math.min(f.x[0], g.x[0])
  const to = Math.max(endOf(f), endOf(g))
  const lowest = (moment: number) => Math.min(valueAt(f, moment), valueAt(g, moment))
  const moments = new Set([...f.x, ...g.x].filter((moment) => moment >= from))
  for (const edge of [f.x[0] - 1, g.x[0] - 1, endOf(f) + 1, endOf(g) + 1])
    if (edge >= from && edge < Infinity && edge <= to) moments.add(edge)
  const known = [...moments].sort((a, b) => a - b)
  // One more second also catches crossings after the last point.
  const tails = [f.tail, g.tail].filter((tail) => !Number.isNaN(tail))
  const tail = to === Infinity ? Math.min(...tails) : NaN
  if (to === Infinity && tails.length === 2 && f.tail !== g.tail) {
    const last = known.at(-1)!
    const meets = (valueAt(g, last) - valueAt(f, last)) / (f.tail - g.tail)
    if (meets > 0) known.push(last + Math.floor(meets) + 1)
  }
  const x: number[] = []
  const y: number[] = []
  known.forEach((moment, k) => {
    push(x, y, moment, lowest(moment))
    const next = known[k + 1]
    if (next === undefined) return
    const before = valueAt(f, moment) - valueAt(g, moment)
    const after = valueAt(f, next) - valueAt(g, next)
    if (!(before * after < 0) || !Number.isFinite(before * after)) return
    const meets = moment + Math.floor((before / (before - after)) * (next - moment))
    for (const at of [meets, meets + 1]) if (at > moment && at < next) push(x, y, at, lowest(at))
  })
  return { x, y, tail }
}

/** The function restricted to a range, both ends included. */
export function within(f: Piecewise, from: number, to: number): Piecewise {
  const first = Math.max(from, f.x[0] ?? Infinity)
  const last = Math.min(to, endOf(f))
  if (first > last || first === Infinity) return { x: [], y: [], tail: NaN }
  return through(f, { x: [], y: [], tail: NaN }, first, last, last === Infinity ? f.tail : NaN, (moment) =>
    valueAt(f, moment),
  )
}

/** At each moment, the smallest value within the following seconds. */
export function leastAhead(f: Piecewise, seconds: number): Piecewise {
  let least = f
  f.x.forEach((moment, k) => {
    const level = { x: [Math.max(0, moment - seconds), moment], y: [f.y[k], f.y[k]], tail: NaN }
    if (level.x[0] < moment) least = lower(least, level)
  })
  least = lower(least, within(shifted(f, -seconds), 0, Infinity))
  return least
}

/** The last moment up to `bound` at which the function reaches its minimum so far; -1 if it is undefined. */
export function lastBest(f: Piecewise, bound: number): number {
  let best = -1
  let least = Infinity
  for (const moment of [bound, ...f.x.toReversed()]) {
    const value = moment <= bound ? valueAt(f, moment) : Infinity
    if (value >= least) continue
    least = value
    best = moment
  }
  return best
}

/** The function without the outer parts of its domain where it exceeds `most`. */
export function trimmed(f: Piecewise, most: number): Piecewise {
  const { x, y } = f
  const isLow = (value: number) => value <= most
  const first = Math.max(0, y.findIndex(isLow) - 1)
  const last = Math.min(x.length - 1, y.findLastIndex(isLow) + 1)
  if (!y.some(isLow)) return f
  if (y.at(-1)! <= most) return { x: x.slice(first), y: y.slice(first), tail: f.tail }
  return { x: x.slice(first, last + 1), y: y.slice(first, last + 1), tail: NaN }
}

function endOf({ x, tail }: Piecewise): number {
  return Number.isNaN(tail) ? (x.at(-1) ?? -Infinity) : Infinity
}

function through(
  f: Piecewise,
  g: Piecewise,
  from: number,
  to: number,
  tail: number,
  value: (moment: number) => number,
): Piecewise {
  const x: number[] = []
  const y: number[] = []
  const add = (moment: number) => {
    if (moment > (x.at(-1) ?? -Infinity) && moment >= from && moment <= to) push(x, y, moment, value(moment))
  }
  add(from)
  for (let i = 0, k = 0; i < f.x.length || k < g.x.length;) {
    if (k >= g.x.length || (i < f.x.length && f.x[i] <= g.x[k])) add(f.x[i++])
    else add(g.x[k++])
  }
  if (to !== Infinity) add(to)
  return { x, y, tail }
}

/** The piece that begins at or before a moment in the domain. */
function pieceAt({ x }: Piecewise, moment: number): number {
  let low = 0
  let high = x.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (x[middle] <= moment) low = middle
    else high = middle
  }
  return low
}

/** Adds a point, unless it lies in the middle of a straight line. */
function push(x: number[], y: number[], moment: number, value: number) {
  const n = x.length
  if (n > 0 && x[n - 1] === moment) {
    y[n - 1] = value
    return
  }
  if (n > 1) {
    const slope = (y[n - 1] - y[n - 2]) / (x[n - 1] - x[n - 2])
    if (slope === (value - y[n - 1]) / (moment - x[n - 1])) {
      x[n - 1] = moment
      y[n - 1] = value
      return
    }
  }
  x.push(moment)
  y.push(value)
}
