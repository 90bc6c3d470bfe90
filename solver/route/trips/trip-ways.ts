/** The most ways kept at each node; the most expensive one is dropped. */
const mostKept = 8

/** Ways between trips at each node, from `from(node)` on. At the same depot, less cost and less time are better. */
export class Ways {
  readonly count: Int32Array
  readonly cost: Float64Array
  readonly time: Float64Array
  readonly depot: Int32Array

  constructor(nodeCount: number) {
    this.count = new Int32Array(nodeCount)
    this.cost = new Float64Array(nodeCount * mostKept)
    this.time = new Float64Array(nodeCount * mostKept)
    this.depot = new Int32Array(nodeCount * mostKept)
  }

  /** The index of the first way at a node. */
  from(node: number): number {
    return node * mostKept
  }

  clear(node: number): void {
    this.count[node] = 0
  }

  /** Adds a way unless one from the same depot is as good. */
  add(node: number, cost: number, time: number, depot: number): void {
    const begin = node * mostKept
    let kept = begin
    const end = begin + this.count[node]
    for (let w = begin; w < end; w++) {
      const isSame = this.depot[w] === depot
      if (isSame && this.cost[w] <= cost && this.time[w] <= time) return
      if (isSame && this.cost[w] >= cost && this.time[w] >= time) continue
      if (kept < w) this.put(kept, this.cost[w], this.time[w], this.depot[w])
      kept++
    }
    if (kept === begin + mostKept) {
      let dearest = begin
      for (let w = begin; w < kept; w++) if (this.cost[w] > this.cost[dearest]) dearest = w
      if (this.cost[dearest] > cost) this.put(dearest, cost, time, depot)
      return
    }
    this.put(kept, cost, time, depot)
    this.count[node] = kept + 1 - begin
  }

  private put(w: number, cost: number, time: number, depot: number) {
    this.cost[w] = cost
    this.time[w] = time
    this.depot[w] = depot
  }
}
