/** The most places in a leaf. */
const leafSize = 24
const dimensions = 3

/** Finds near places by a k-d tree (Bentley, 1975): boxes of places, each split in two across its longest side. */
export class PlaceTree {
  private readonly places: readonly (readonly number[])[]
  /** The numbers of the places; a box has those from `from` to `to`. */
  private readonly order: Int32Array
  private readonly root: Box

  constructor(places: readonly (readonly number[])[]) {
    this.places = places
    this.order = Int32Array.from(places, (_, i) => i)
    this.root = this.box(0, places.length)
  }

  /** Visits places around one of them, roughly the nearest first, as long as places at that straight distance may matter. */
  visit(around: number, mayMatter: (line: number) => boolean, each: (place: number) => void): void {
    const at = this.places[around]
    const open = (box: Box) => {
      if (!mayMatter(Math.sqrt(squareTo(box, at)))) return
      if (!box.halves) {
        for (let i = box.from; i < box.to; i++) each(this.order[i])
        return
      }
      const [first, second] = box.halves
      const isFirstNearer = squareTo(first, at) <= squareTo(second, at)
      open(isFirstNearer ? first : second)
      open(isFirstNearer ? second : first)
    }
    open(this.root)
  }

  private box(from: number, to: number): Box {
    const { places } = this
    const own = this.order.subarray(from, to)
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (const i of own) {
      for (let d = 0; d < dimensions; d++) {
        low[d] = Math.min(low[d], places[i][d])
        high[d] = Math.max(high[d], places[i][d])
      }
    }
    if (to - from <= leafSize) return { from, to, low, high, halves: undefined }
    const sides = low.map((value, d) => high[d] - value)
    const longest = sides.indexOf(Math.max(...sides))
    own.sort((a, b) => places[a][longest] - places[b][longest] || a - b)
    const middle = (from + to) >> 1
    return { from, to, low, high, halves: [this.box(from, middle), this.box(middle, to)] }
  }
}

type Box = {
  from: number
  to: number
  low: readonly number[]
  high: readonly number[]
  halves: readonly [Box, Box] | undefined
}

/** The square of the least distance of a place to a box. */
function squareTo({ low, high }: Box, place: readonly number[]): number {
  let sum = 0
  for (let d = 0; d < dimensions; d++) {
    const off = place[d] < low[d] ? low[d] - place[d] : place[d] > high[d] ? place[d] - high[d] : 0
    sum += off * off
  }
  return sum
}
