import type { SearchParts } from './assemble.ts'
import { clearRoutes } from './construct.ts'
import { insertGiven } from './given.ts'
import type { SolveOptions } from '../json/options.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** The share of the budget after which searches start to exchange plans, and how often they do. */
const exchangeFrom = 0.5
const exchangeEvery = 0.05

/**
 * Makes a function that offers the best plan to searches running beside this one and takes over a better plan of theirs.
 * It returns whether it did: then that plan is the solution, and usually the best plan too.
 */
export function makeExchange(
  parts: SearchParts,
  best: Snapshot,
  exchange: SolveOptions['exchange'],
): (spent: number) => boolean {
  const { solution, state, journal, recreate, isOver } = parts
  let next = exchangeFrom

  return (spent) => {
    if (!exchange || spent < next) return false
    next = spent + exchangeEvery
    const other = exchange({ penalty: best.penalty, cost: best.cost, plan: best.toPlan() })
    if (!other || !best.isWorseThan(other)) return false
    clearRoutes(parts)
    insertGiven(other.plan, solution, state)
    if (solution.absent.length > 0) recreate.first(isOver)
    if (solution.penalty > best.penalty) best.restore(solution, state)
    journal.begin()
    if (best.isWorseThan(solution)) best.take(solution)
    return true
  }
}
