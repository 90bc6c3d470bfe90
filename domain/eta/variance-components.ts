/**
 * The variance between groups, and within them: the ANOVA estimator for groups of unequal size (Searle, Casella and
 * McCulloch, Variance Components, 1992, section 3.6). Undefined if there are too few to tell the two apart.
 */
export function varianceComponents(
  groups: readonly (readonly number[])[],
): { between: number; within: number } | undefined {
  const all = groups.reduce((sum, { length }) => sum + length, 0)
  if (groups.length < 2 || all <= groups.length) return undefined
  let [within, between, squares] = [0, 0, 0]
  for (const group of groups) {
    const mean = group.reduce((sum, each) => sum + each, 0) / group.length
    within += group.reduce((sum, each) => sum + (each - mean) ** 2, 0)
    between += group.length * mean ** 2
    squares += group.length ** 2
  }
  const chance = within / (all - groups.length)
  const size = (all - squares / all) / (groups.length - 1)
  return { between: Math.max(0, between / groups.length - chance) / size, within: chance }
}
