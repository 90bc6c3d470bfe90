import type { DayProblem } from '../problem/day-problem.ts'
import { tasksOf } from '../problem/task-of.ts'
import { putTravel } from './put-travel.ts'
import type { TravelTables } from './tables.ts'

/** A day's problem that drives along roads, if there are tables for it. */
export function withTravel<D, R>(
  planned: DayProblem<D, R>,
  tables: TravelTables | null,
  options?: Parameters<typeof putTravel>[2],
): DayProblem<D, R> {
  if (!tables) return planned
  const problem = putTravel(planned.problem, tables, options)
  return { ...planned, problem, tasks: tasksOf(problem) }
}
