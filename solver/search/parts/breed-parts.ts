import type { SearchParts } from '../assemble.ts'
import { type Budget, searchInRounds } from './rounds.ts'
import { cut, type Part } from './cut.ts'
import { foundPopulation, takeBest } from '../breed.ts'
import { searchPart } from './part-search.ts'
import { Snapshot } from '../../route/snapshot.ts'

/** How many jobs a part has, about. */
const jobsPerPart = 200
/** A population needs about so many children, each of which takes as long as an iteration for each job. */
const childrenPerRound = 1500

/**
 * Gives each part of an annealed plan to a population of its own, and cuts the plan anew as often as the budget is worth it: the
 * decomposition of Santini, Schneider, Vidal and Vigo (2023), "Decomposition strategies for vehicle routing heuristics". Uses up the
 * budget, which is worth `iterationsPerJob`. No part gets worse. `exchange` is called between two rounds.
 */
export function breedParts(
  whole: SearchParts,
  best: Snapshot,
  { iterationsPerJob, exchange, ...budget }: Budget & { iterationsPerJob: number; exchange: () => void },
): void {
  const { solution, state, journal, neighbors, random } = whole
  const rounds = Math.max(1, Math.floor(iterationsPerJob / childrenPerRound))
  best.restore(solution, state)
  const plan = {
    jobCount: solution.problem.jobCount,
    cut: () => cut(solution, neighbors, random, jobsPerPart),
    search: (part: Part) => {
      const { parts, putBack } = searchPart(whole, part)
      const keep = (found: Snapshot) => {
        putBack(found)
        if (best.isWorseThan(solution)) best.take(solution)
      }
      return { parts, putBack: keep }
    },
    endRound: exchange,
  }
  searchInRounds(plan, rounds, budget, (parts) => {
    const { jobCount } = parts.solution.problem
    const found = new Snapshot(parts.solution)
    const population = foundPopulation(parts, found)
    return {
      step: (share) => {
        population.step(share)
        return jobCount
      },
      plan: () => {
        takeBest(population, found)
        return found
      },
    }
  })
  journal.begin()
}
