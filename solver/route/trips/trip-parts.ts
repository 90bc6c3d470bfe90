/** The most parts of trips kept at each node; the most expensive ones are dropped. */
const mostKept = 16

/** The fields of a part of a trip, in this order, followed by the highest load and the amounts, by dimension. */
export const costField = 0
/** For an end: the latest end of work at the node. For a beginning: the latest loading of the trip. */
export const latestField = 1
/** For an end: when its goods are at the depot. */
export const releaseField = 2
/** For a beginning: seconds from loading to the end of work at the node, and the earliest such end. */
export const secondsField = 2
export const soonestField = 3
export const loadsField = 4

/**
 * Non-dominated parts of trips at each node, cheapest first. `figures` holds `count[node]` of them from `from(node)`
 * on, each `stride` long.
 */
export class TripParts {
  readonly stride: number
  readonly count: Int32Array
  readonly figures: Float64Array
  /** Filled by the caller before adding a part. */
  readonly made: Float64Array
  private readonly dimensions: number

  constructor(nodeCount: number, dimensions: number) {
    this.dimensions = dimensions
    this.stride = loadsField + 2 * dimensions
    this.count = new Int32Array(nodeCount)
    this.figures = new Float64Array(nodeCount * mostKept * this.stride)
    this.made = new Float64Array(this.stride)
  }

  /** The index of the first part at a node. */
  from(node: number): number {
    return node * mostKept * this.stride
  }

  clear(node: number): void {
    this.count[node] = 0
  }

  /** Adds the part in `made` at a node unless another dominates it. */
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

  /** Whether a part that costs no more than the one in `made` dominates it. */
  private isAsGood(at: number): boolean {
    const { figures, made, dimensions } = this
    if (figures[at + latestField] < made[latestField] || figures[at + secondsField] > made[secondsField]) return false
    if (figures[at + soonestField] > made[soonestField]) return false
    for (let i = loadsField; i < loadsField + 2 * dimensions; i++) if (figures[at + i] > made[i]) return false
    return true
  }
}
