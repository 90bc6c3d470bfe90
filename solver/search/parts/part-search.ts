import { assemble, type SearchParts } from '../assemble.ts'
import type { Part } from './cut.ts'
import { neighborsAmong } from '../../model/neighbors-among.ts'
import { partOf } from '../../model/part.ts'
import { placeRoutes } from '../../route/place-routes.ts'
import type { Snapshot } from '../../route/snapshot.ts'

/** How many vehicles of each kind a part may use beyond those that it has. */
export const mostSpare = (vehicleCount: number): number => Math.floor(vehicleCount * 0.2) + 2

/** A part of a plan as a search of its own. */
export type PartSearch = {
  parts: SearchParts
  /** Puts routes of the part into the whole plan. */
  putBack: (plan: Snapshot) => void
}

/** Makes a search for a part of the current plan, with the routes that it has there. */
export function searchPart(whole: SearchParts, part: Part): PartSearch {
  const { solution, state, random, isOver, spacing, neighbors } = whole
  const { problem, spare } = solution
  const { jobs } = part
  const vehicles = [...part.vehicles]
  for (const ofType of spare) {
    const most = Math.min(ofType.length, mostSpare(part.vehicles.length))
    for (let i = 0; i < most; i++) vehicles.push(ofType.items[ofType.length - 1 - i])
  }
  const near = neighborsAmong(neighbors, jobs)
  const parts = { ...assemble(partOf(problem, jobs, vehicles), random, isOver, near), spacing }
  const numbers = new Map(jobs.map((job, j) => [job, j]))
  placeRoutes(
    parts,
    part.vehicles.map((vehicle) => solution.jobsOf(vehicle).map((job) => numbers.get(job)!)),
  )
  parts.journal.begin()
  return { parts, putBack }

  function putBack(plan: Snapshot) {
    for (const vehicle of vehicles) for (const job of solution.jobsOf(vehicle)) solution.remove(job)
    vehicles.forEach((vehicle, v) => {
      let after = solution.startNode(vehicle)
      for (const j of plan.route(v)) {
        solution.insert(jobs[j], after, vehicle)
        after = jobs[j]
      }
      state.refresh(vehicle)
    })
  }
}
