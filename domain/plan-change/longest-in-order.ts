/**
 * The longest part of the second list that comes in the same order in the first one. Patience sorting: the smallest end of
 * a rising part of each length (Fredman, 1975).
 */
export function longestInOrder<T>(first: readonly T[], second: readonly T[]): T[] {
  const placeOf = new Map(first.map((each, place) => [each, place]))
  const common = second.filter((each) => placeOf.has(each))
  /** For each length, the index of the smallest end. */
  const ends: number[] = []
  const before: number[] = []
  common.forEach((each, index) => {
    const place = placeOf.get(each)!
    let length = ends.findIndex((end) => placeOf.get(common[end]!)! >= place)
    if (length < 0) length = ends.length
    before[index] = length > 0 ? ends[length - 1]! : -1
    ends[length] = index
  })
  const found: T[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) found.unshift(common[at]!)
  return found
}
