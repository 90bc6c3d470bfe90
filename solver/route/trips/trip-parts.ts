/** So many parts of trips are remembered at each node; where there are more, the dearest are forgotten. */
const mostKept = 16

/** The figures of a part of a trip, in this order; behind them the most on board and the amounts, by dimension. */
export const costField = 0
/** Of an end: when work at the node is over at the latest. Of a beginning: when the trip is loaded at the latest. */
export const latestField = 1
/** Of an end: when its goods are there. */
export const releaseField = 2
/** Of a beginning: seconds from loading to the end of the work at the node, and when that is over at the earliest. */
export const secondsField = 2
export const soonestField = 3
export const loadsField = 4

/**
 * Parts of trips at each node, cheapest first, none worse than another in every respect. `figures` holds `count[node]` of
 * them from `from(node)` on, each `stride` long.
 */
export class TripParts {
  readonly stride: number
  readonly count: Int32Array
  readonly figures: Float64Array
  /** Written by whoever adds a part. */
  readonly made: Float64Array
  private readonly dimensions: number

  constructor(nodeCount: number, dimensions: number) {
    this.dimensions = dimensions
    this.stride = loadsField + 2 * dimensions
    this.count = new Int32Array(nodeCount)
    this.figures = new Float64Array(nodeCount * mostKept * this.stride)
    this.made = new Float64Array(this.stride)
  }

  /** Where the parts at a node begin. */
  from(node: number): number {
    return node * mostKept * this.stride
  }

  clear(node: number): void {
    this.count[node] = 0
  }

  /** Adds the part in `made` at a node, unless another is as good in every respect. */
  add(node: number): void {
    const { figures, made, stride, count } = this
    const first = this.from(node)
    const end = first + count[node] * stride
    let at = first
    for (; at < end && figures[at] <= made[costField]; at += stride) if (this.isAsGood(at)) return
    if (at === first + mostKept * stride) return
    const last = end === first + mostKept * stride ? end - stride : end
    if (at < last) figures.copyWithin(at + stride, at, last)
    for (let i = 0; i < stride; i++) figures[at + i] = made[i]
    count[node] = (last - first) / stride + 1
  }

  /** Whether a part that is no dearer than the one in `made` is no worse either. */
  private isAsGood(at: number): boolean {
    const { figures, made, dimensions } = this
    if (figures[at + latestField] < made[latestField] || figures[at + secondsField] > made[secondsField]) return false
    if (figures[at + soonestField] > made[soonestField]) return false
    for (let i = loadsField; i < loadsField + 2 * dimensions; i++) if (figures[at + i] > made[i]) return false
    return true
  }
}
