import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Random } from '../../math/random.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** What ruin and recreate work on and with. */
export type Operands = {
  random: Random
  solution: Solution
  state: RouteState
  journal: Journal
  neighbors: Neighbors
}
