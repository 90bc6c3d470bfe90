/** How far from a straight line a point may be, to be left out. */
const tolerance = 1e-6

/**
 * A cost as a function of time: lines from point to point, and infinite before the first and behind the last. Of two
 * points at one moment the lower one counts.
 */
export class TimedCurve {
  /** Moment and cost by turns. */
  points = new Float64Array(16)
  /** How many numbers of them count. */
  end = 0

  clear(): void {
    this.end = 0
  }

  push(x: number, y: number): void {
    const { end } = this
    let { points } = this
    if (end >= 2) {
      const lastX = points[end - 2]
      const lastY = points[end - 1]
      if (lastX === x && lastY === y) return
      if (end >= 4) {
        const span = lastX - points[end - 4]
        const whole = x - points[end - 4]
        const off = (lastY - points[end - 3]) * whole - (y - points[end - 3]) * span
        if (span > 0 && off <= tolerance * whole && -off <= tolerance * whole) {
          points[end - 2] = x
          points[end - 1] = y
          return
        }
      }
    }
    if (end === points.length) {
      this.points = new Float64Array(2 * end)
      this.points.set(points)
      points = this.points
    }
    points[end] = x
    points[end + 1] = y
    this.end = end + 2
  }

  /** Becomes a copy. */
  take({ points, end }: TimedCurve): void {
    if (this.points.length < end) this.points = new Float64Array(2 * end)
    for (let i = 0; i < end; i++) this.points[i] = points[i]
    this.end = end
  }
}

/** Lines that lead from one moment to a later one at a cost, from left to right. */
export class Leg {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly costs: Float64Array
  length = 0

  constructor(size: number) {
    this.from = new Float64Array(size)
    this.to = new Float64Array(size)
    this.costs = new Float64Array(size)
  }

  push(from: number, to: number, cost: number): void {
    const i = this.length++
    this.from[i] = from
    this.to[i] = to
    this.costs[i] = cost
  }
}

/**
 * The curve at the end of a leg, from the curve at its beginning. Backward it is the other way round, and time runs
 * backward: moment x of both curves is -x.
 */
export function follow(curve: TimedCurve, leg: Leg, isBackward: boolean, into: TimedCurve): void {
  const { points, end } = curve
  const { from, to, costs, length } = leg
  into.clear()
  if (end === 0) return
  const first = points[0]
  const last = points[end - 2]
  const step = isBackward ? -1 : 1
  let p = 0
  for (let i = 1, m = isBackward ? length - 1 : 0; i < length; i++, m += step) {
    const n = m + step
    const x = isBackward ? -to[m] : from[m]
    const toX = isBackward ? -to[n] : from[n]
    if (toX < first) continue
    if (x > last) return
    const out = isBackward ? -from[m] : to[m]
    const span = toX - x
    const outSlope = span > 0 ? ((isBackward ? -from[n] : to[n]) - out) / span : 0
    const costSlope = span > 0 ? (costs[n] - costs[m]) / span : 0
    const begin = x < first ? first : x
    const finish = toX > last ? last : toX
    while (points[p] < begin) p += 2
    let y = points[p + 1]
    if (points[p] > begin) y = between(points, p, begin)
    into.push(out + outSlope * (begin - x), y + costs[m] + costSlope * (begin - x))
    for (; p < end && points[p] <= finish; p += 2) {
      const after = points[p] - x
      y = points[p + 1]
      into.push(out + outSlope * after, y + costs[m] + costSlope * after)
    }
    if (span === 0) into.push(isBackward ? -from[n] : to[n], y + costs[n])
    else if (p < end && points[p - 2] < finish)
      into.push(out + outSlope * (finish - x), between(points, p, finish) + costs[m] + costSlope * (finish - x))
    if (p === end) p -= 2
  }
}

/**
 * The curve where it is allowed to wait from any moment of a range to a later one, at a price per second, and for its end
 * from before. The curve itself if that changes nothing.
 */
export function wait(curve: TimedCurve, from: number, to: number, perSecond: number, into: TimedCurve): TimedCurve {
  const { points, end } = curve
  if (end === 0 || points[0] > to || points[end - 2] < from || from === to) return curve
  into.clear()
  let i = 0
  for (; points[i] < from; i += 2) into.push(points[i], points[i + 1])
  let x = points[i]
  let y = points[i + 1]
  if (i > 0 && x > from) {
    x = from
    y = between(points, i, from)
  }
  // Where it is best to wait from.
  let since = x
  let least = y
  into.push(x, y)
  for (; i < end && x < to; i += 2) {
    const isOver = points[i] > to
    const toX = isOver ? to : points[i]
    const toY = isOver ? between(points, i, to) : points[i + 1]
    const under = least + perSecond * (toX - since) - toY
    if (under > 0) {
      const over = y - least - perSecond * (x - since)
      const cross = over > 0 ? x + ((toX - x) * over) / (over + under) : x
      into.push(cross, least + perSecond * (cross - since))
      into.push(toX, toY)
      since = toX
      least = toY
    }
    x = toX
    y = toY
    if (isOver) break
  }
  into.push(to, least + perSecond * (to - since))
  if (i === end) return into
  into.push(to, y)
  for (; i < end; i += 2) into.push(points[i], points[i + 1])
  return into
}

/** The least sum of two curves, where time runs backward for the second. Infinity if they are never both finite. */
export function leastSum(a: TimedCurve, b: TimedCurve): number {
  const atA = leastAtPoints(a, b)
  const atB = leastAtPoints(b, a)
  return atA < atB ? atA : atB
}

/** The same at the points of the first curve. */
function leastAtPoints(a: TimedCurve, b: TimedCurve): number {
  const ofA = a.points
  const ofB = b.points
  let least = Infinity
  let q = b.end - 2
  for (let p = 0; p < a.end; p += 2) {
    const x = -ofA[p]
    while (q >= 0 && ofB[q] > x) q -= 2
    if (q < 0) break
    let y = ofB[q + 1]
    if (ofB[q] === x) {
      for (let o = q - 2; o >= 0 && ofB[o] === x; o -= 2) if (ofB[o + 1] < y) y = ofB[o + 1]
    } else {
      if (q + 2 >= b.end) continue
      y = between(ofB, q + 2, x)
    }
    if (ofA[p + 1] + y < least) least = ofA[p + 1] + y
  }
  return least
}

/** The value at a moment between the point at `p` and the one before. */
function between(points: Float64Array, p: number, x: number): number {
  const fromX = points[p - 2]
  const fromY = points[p - 1]
  return fromY + ((points[p + 1] - fromY) * (x - fromX)) / (points[p] - fromX)
}
