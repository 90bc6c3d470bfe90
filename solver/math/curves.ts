/** Numbers per piece: first and last moment, value at the first, and slope. */
const width = 4

/** The moments at which something may begin, as ranges in two arrays. */
export type Windows = {
  from: Float64Array
  to: Float64Array
}

/** The cost per second of beginning before `from` or after `to`. */
export type Soft = {
  from: number
  to: number
  early: number
  late: number
}

/**
 * Costs as functions of time, for the optimal timing of a route by dynamic programming (Ibaraki et al., 2005). A
 * curve is a list of linear pieces over whole seconds, and may jump; it is infinite where it has no piece. Curves are
 * referred to by numbers, in order of creation, and live until `clear`.
 */
export class Curves {
  private data = new Float64Array(width * 256)
  private scratch = new Float64Array(width * 256)
  /** Where the pieces in `scratch` begin: it is filled from the end. */
  private unwritten = 0
  private starts = new Int32Array(256)
  private count = 0
  private length = 0
  /** How inexact a value may become when one piece is extended over the next. */
  private tolerance = 0

  clear(tolerance: number): void {
    this.count = 0
    this.length = 0
    this.tolerance = tolerance
  }

  empty(): number {
    return this.finish()
  }

  line(from: number, to: number, value: number, slope: number): number {
    this.push(from, to, value, slope)
    return this.finish()
  }

  /** A line through 0 at moment 0 that gets steeper from each of these moments on. */
  rising(from: number, to: number, slope: number, bends: readonly { from: number; more: number }[]): number {
    let begin = from
    let value = slope * from
    let steepness = slope
    for (const bend of bends) {
      if (bend.from >= to) break
      if (bend.from >= begin) {
        this.push(begin, bend.from, value, steepness)
        value += steepness * (bend.from - begin) + steepness + bend.more
        begin = bend.from + 1
      } else value += bend.more * (begin - bend.from)
      steepness += bend.more
    }
    this.push(begin, to, value, steepness)
    return this.finish()
  }

  /** The cost of beginning work at a moment: the rest of the route after it, plus earliness or lateness. */
  work(next: number, seconds: number, windows: Windows, first: number, last: number, soft: Soft | undefined): number {
    const { data } = this
    const { from, to } = windows
    for (let p = this.startOf(next), end = this.endOf(next); p < end; p += width) {
      const begin = data[p] - seconds
      const over = data[p + 1] - seconds
      for (let w = first; w < last; w++) {
        const earliest = begin > from[w] ? begin : from[w]
        const latest = over < to[w] ? over : to[w]
        if (earliest > latest) continue
        const slope = data[p + 3]
        const value = data[p + 2] + slope * (earliest - begin)
        if (soft) this.pushSoft(earliest, latest, value, slope, soft)
        else this.push(earliest, latest, value, slope)
      }
    }
    return this.finish()
  }

  /**
   * The cost of arriving at a moment from `earliest` on: work begins at once if it may, after waiting for the next
   * moment at which it may, or after any wait that ends by `until`.
   */
  wait(curve: number, perSecond: number, earliest: number, until: number): number {
    const { data } = this
    const first = this.startOf(curve)
    let carried = Infinity
    let next = -Infinity
    this.unwritten = this.scratch.length
    for (let p = this.endOf(curve) - width; p >= first; p -= width) {
      const from = data[p]
      const to = data[p + 1]
      const value = data[p + 2]
      const slope = data[p + 3]
      if (next > to + 1) this.writeWaiting(to + 1, next - 1, carried, perSecond)
      next = from
      if (to >= until) {
        const begin = from > until ? from : until + 1
        const worth = value + slope * (begin - from)
        this.write(begin, to, worth, slope)
        carried = from > until ? worth + perSecond * begin : Infinity
        if (from > until) continue
      }
      const end = to < until ? to : until
      if (slope < -perSecond) {
        const atEnd = value + slope * (end - from) + perSecond * end
        if (atEnd < carried) carried = atEnd
        this.writeWaiting(from, end, carried, perSecond)
        continue
      }
      // The piece rises faster than the line, so it is lower until they cross.
      const over = value + perSecond * from - carried
      if (over > 0) {
        this.writeWaiting(from, end, carried, perSecond)
        continue
      }
      const steps = slope + perSecond > 0 ? Math.floor(-over / (slope + perSecond)) : Infinity
      const cross = from + steps < end ? from + steps : end
      this.writeWaiting(cross + 1, end, carried, perSecond)
      this.write(from, cross, value, slope)
      carried = value + perSecond * from
    }
    if (next > earliest) this.writeWaiting(earliest, next - 1, carried, perSecond)
    return this.finishWritten(earliest)
  }

  /** The curve, `seconds` earlier. */
  earlier(curve: number, seconds: number, earliest: number): number {
    const { data } = this
    for (let p = this.startOf(curve), end = this.endOf(curve); p < end; p += width) {
      const from = data[p] - seconds
      const begin = from > earliest ? from : earliest
      this.push(begin, data[p + 1] - seconds, data[p + 2] + data[p + 3] * (begin - from), data[p + 3])
    }
    return this.finish()
  }

  /** The lower of two curves at every moment. */
  lower(a: number, b: number): number {
    const { data } = this
    let p = this.startOf(a)
    let q = this.startOf(b)
    const [endA, endB] = [this.endOf(a), this.endOf(b)]
    let x = -Infinity
    while (p < endA || q < endB) {
      const fromA = p < endA ? data[p] : Infinity
      const fromB = q < endB ? data[q] : Infinity
      x = Math.max(x, Math.min(fromA, fromB))
      const [onA, onB] = [fromA <= x, fromB <= x]
      const y = Math.min(onA ? data[p + 1] : fromA - 1, onB ? data[q + 1] : fromB - 1)
      const valueA = onA ? data[p + 2] + data[p + 3] * (x - fromA) : Infinity
      const valueB = onB ? data[q + 2] + data[q + 3] * (x - fromB) : Infinity
      if (onA && valueA <= valueB) this.pushLower(x, y, valueA, data[p + 3], valueB, onB ? data[q + 3] : 0)
      else this.pushLower(x, y, valueB, data[q + 3], valueA, onA ? data[p + 3] : 0)
      if (onA && data[p + 1] === y) p += width
      if (onB && data[q + 1] === y) q += width
      x = y + 1
    }
    return this.finish()
  }

  /** The curve before a journey whose duration depends on the time of day, piece by piece. */
  behind(curve: number, journey: Journey, perSecond: number, earliest: number): number {
    const { data } = this
    let p = this.startOf(curve)
    const end = this.endOf(curve)
    if (p === end) return this.finish()
    const last = journey.leaveBy(data[end - width + 1])
    for (let from = earliest; from <= last;) {
      const to = Math.min(journey.alikeUntil(from), last)
      const [arrival, latest] = [journey.arrive(from), journey.arrive(to)]
      while (p < end && data[p + 1] < arrival) p += width
      for (let q = p; q < end && data[q] <= latest; q += width) {
        const begin = data[q] <= arrival ? from : journey.leaveBy(data[q] - 1) + 1
        const over = data[q + 1] >= latest ? to : journey.leaveBy(data[q + 1])
        if (begin > over) continue
        const worth = (at: number) => {
          const there = journey.arrive(at)
          return perSecond * (there - at) + data[q + 2] + data[q + 3] * (there - data[q])
        }
        const value = worth(begin)
        this.push(begin, over, value, begin === over ? 0 : (worth(over) - value) / (over - begin))
      }
      from = to + 1
    }
    return this.finish()
  }

  at(curve: number, moment: number): number {
    for (let p = this.startOf(curve), end = this.endOf(curve); p < end; p += width) {
      if (moment > this.data[p + 1]) continue
      return moment < this.data[p] ? Infinity : this.data[p + 2] + this.data[p + 3] * (moment - this.data[p])
    }
    return Infinity
  }

  /** When to begin after arriving at `arrival`, by the rule of `wait`; the earliest of the best moments. */
  beginning(curve: number, arrival: number, perSecond: number, until: number): number {
    let first = NaN
    for (let p = this.startOf(curve), end = this.endOf(curve); p < end; p += width) {
      if (this.data[p + 1] < arrival) continue
      first = Math.max(arrival, this.data[p])
      break
    }
    return this.lowest(curve, first, Math.max(first, until), perSecond)
  }

  /** The first moment of a range at which curve + slope × moment is smallest; NaN if there is none. */
  lowest(curve: number, from: number, to: number, slope: number): number {
    let least = Infinity
    let where = NaN
    for (let p = this.startOf(curve), end = this.endOf(curve); p < end; p += width) {
      const begin = Math.max(from, this.data[p])
      const last = Math.min(to, this.data[p + 1])
      if (begin > last) continue
      const steep = this.data[p + 3] + slope
      const moment = steep < 0 ? last : begin
      const value = this.data[p + 2] + this.data[p + 3] * (moment - this.data[p]) + slope * moment
      if (value < least) {
        least = value
        where = moment
      }
    }
    return where
  }

  /** Waiting for a later moment is a line that falls toward it: carried - perSecond × moment. */
  private writeWaiting(from: number, to: number, carried: number, perSecond: number) {
    if (carried === Infinity || from > to) return
    const { scratch, unwritten } = this
    const value = carried - perSecond * from
    const isOneLine =
      unwritten < scratch.length &&
      scratch[unwritten] === to + 1 &&
      scratch[unwritten + 3] === -perSecond &&
      scratch[unwritten + 2] === carried - perSecond * (to + 1)
    if (!isOneLine) return this.write(from, to, value, -perSecond)
    scratch[unwritten] = from
    scratch[unwritten + 2] = value
  }

  /** Reads pieces from the last to the first. */
  private write(from: number, to: number, value: number, slope: number) {
    if (from > to || from === Infinity) return
    if (this.unwritten === 0) {
      const scratch = new Float64Array(2 * this.scratch.length)
      scratch.set(this.scratch, this.scratch.length)
      this.unwritten = this.scratch.length
      this.scratch = scratch
    }
    this.unwritten -= width
    const { scratch, unwritten } = this
    scratch[unwritten] = from
    scratch[unwritten + 1] = to
    scratch[unwritten + 2] = value
    scratch[unwritten + 3] = slope
  }

  private finishWritten(earliest: number): number {
    const { scratch } = this
    let from = this.unwritten
    while (from < scratch.length && scratch[from + 1] < earliest) from += width
    const size = scratch.length - from
    while (this.length + size > this.data.length) this.data = wider(this.data)
    const { data, length } = this
    for (let i = 0; i < size; i++) data[length + i] = scratch[from + i]
    if (size > 0 && data[length] < earliest) {
      data[length + 2] += data[length + 3] * (earliest - data[length])
      data[length] = earliest
    }
    this.length += size
    return this.finish()
  }

  private startOf(curve: number): number {
    return curve === 0 ? 0 : this.starts[curve - 1]
  }

  private endOf(curve: number): number {
    return this.starts[curve]
  }

  private pushSoft(from: number, to: number, value: number, slope: number, soft: Soft) {
    if (from < soft.from) {
      this.push(from, Math.min(to, soft.from - 1), value + soft.early * (soft.from - from), slope - soft.early)
    }
    const begin = Math.max(from, soft.from)
    this.push(begin, Math.min(to, soft.to), value + slope * (begin - from), slope)
    if (to > soft.to) {
      const late = Math.max(from, soft.to + 1)
      this.push(late, to, value + slope * (late - from) + soft.late * (late - soft.to), slope + soft.late)
    }
  }

  /** The lower of two lines; the first is no higher at `from`. */
  private pushLower(from: number, to: number, value: number, slope: number, above: number, slopeAbove: number) {
    const steps = above < Infinity && slope > slopeAbove ? Math.floor((above - value) / (slope - slopeAbove)) : Infinity
    const cross = from + steps < to ? from + steps : to
    this.push(from, cross, value, slope)
    this.push(cross + 1, to, above + slopeAbove * (cross + 1 - from), slopeAbove)
  }

  private push(from: number, to: number, value: number, slope: number) {
    if (from > to || from === Infinity) return
    const before = this.length - width
    if (before >= (this.count === 0 ? 0 : this.starts[this.count - 1]) && this.data[before + 1] === from - 1) {
      const drawnOn = this.data[before + 2] + this.data[before + 3] * (from - this.data[before]) - value
      const bend = this.data[before + 3] - slope
      const isStraight = drawnOn === 0 && bend === 0
      const isClose = Math.abs(drawnOn) <= this.tolerance && Math.abs(drawnOn + bend * (to - from)) <= this.tolerance
      if (isStraight || (this.tolerance > 0 && isClose)) {
        this.data[before + 1] = to
        return
      }
    }
    if (this.length + width > this.data.length) this.data = wider(this.data)
    this.data[this.length] = from
    this.data[this.length + 1] = to
    this.data[this.length + 2] = value
    this.data[this.length + 3] = slope
    this.length += width
  }

  private finish(): number {
    if (this.count === this.starts.length) {
      const starts = new Int32Array(2 * this.count)
      starts.set(this.starts)
      this.starts = starts
    }
    this.starts[this.count] = this.length
    return this.count++
  }
}

/** Travel whose duration depends on the time of day. Leaving later never means arriving earlier. */
export type Journey = {
  arrive: (from: number) => number
  /** The latest departure that arrives by a moment. */
  leaveBy: (moment: number) => number
  /** Until which departure the arrival keeps growing at the same rate. */
  alikeUntil: (from: number) => number
}

function wider(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(2 * from.length)
  to.set(from)
  return to
}
