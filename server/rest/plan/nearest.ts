/** The name most like a mistyped one, if any is much like it. */
export function nearest(name: string, names: Iterable<string>, atLeast = 0.5): string | undefined {
  let best: string | undefined
  let most = atLeast
  for (const each of names) {
    const likeness = likenessOf(name, each)
    if (each === name || likeness < most) continue
    best = each
    most = likeness
  }
  return best
}

/** The share of pairs of letters that two words have in common (Dice, 1945). */
function likenessOf(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  const left = [...second]
  const shared = first.filter((pair) => {
    const at = left.indexOf(pair)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (first.length + second.length)
}

const pairsOf = (word: string) => {
  const framed = ` ${word.slice(0, 63).toLowerCase()} `
  return Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2))
}
