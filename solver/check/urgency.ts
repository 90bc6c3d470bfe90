import type { VroomRoute } from '../json/vroom.ts'
import type { Job } from './jobs.ts'

/** By step, those before it that are less urgent. */
export function lessUrgentBefore(jobs: ReadonlyMap<string, Job>, names: readonly string[]): Map<string, string[]> {
  const urgencyOf = (name: string) => jobs.get(name)!.urgency ?? 0
  return new Map(
    names.map((name, i) => [name, names.slice(0, i).filter((other) => urgencyOf(other) < urgencyOf(name))]),
  )
}

/** The steps of a route that are jobs or ends of shipments. */
export function namesOf({ steps }: VroomRoute, jobs: ReadonlyMap<string, Job>): string[] {
  return steps.map(({ type, id }) => `${type} ${id}`).filter((name) => jobs.has(name))
}
