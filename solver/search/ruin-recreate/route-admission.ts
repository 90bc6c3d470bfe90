import type { Refusal } from '../../route/admission.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Problem } from '../../model/problem.ts'
import type { Solution } from '../../route/solution.ts'

/** Whether routes can take a job at all, wherever on them: skills, number of tasks, rules and, as far as possible, load. */
export class RouteAdmission {
  private readonly solution: Solution
  private readonly state: RouteState
  private readonly refusal: Refusal | undefined
  /** By vehicle, the most that a route may deliver: a look at it rules out most routes. Undefined where loads are not that simple. */
  readonly most: Float64Array | undefined
  /** Whether a route takes every job that it has room for, so that there is no need to ask. */
  readonly onlyLoadsMatter: boolean
  /** By vehicle: the question that was asked last, negative if the answer was no. */
  private readonly answer: Int32Array
  private question = 0

  constructor(solution: Solution, state: RouteState, refusal: Refusal | undefined) {
    this.solution = solution
    this.state = state
    this.refusal = refusal
    this.most = mostDelivered(solution.problem)
    this.onlyLoadsMatter = this.most !== undefined && refusal === undefined && servesAll(solution.problem)
    this.answer = new Int32Array(solution.problem.vehicleCount)
  }

  /** Forgets the answers, for another job or after a change of the routes. */
  reset(): void {
    this.question++
  }

  /** Whether a route can take the job. Asks once per route and job, so reset before the next job. */
  accepts(vehicle: number, job: number): boolean {
    const { question, answer } = this
    const asked = answer[vehicle]
    if (asked === question || asked === -question) return asked === question
    const isAccepted = this.ask(vehicle, job)
    answer[vehicle] = isAccepted ? question : -question
    return isAccepted
  }

  private ask(vehicle: number, job: number): boolean {
    const { size, delivered, problem } = this.solution
    const { types, typeOf, hasPickup, dimensions, delivery } = problem
    const { serves, maxTasks, capacity, reload } = types[typeOf[vehicle]]
    if (serves[job] === 0 || size[vehicle] >= maxTasks) return false
    // With pickups or several trips the load depends on the position.
    if (!hasPickup && !reload) {
      if (dimensions === 1 && delivered[vehicle] + delivery[job] > capacity[0]) return false
      if (dimensions > 1 && !this.state.fitsInLoad(job, this.solution.startNode(vehicle), vehicle)) return false
    }
    return this.refusal?.(vehicle, job) === undefined
  }
}

/** With pickups or several trips, the load depends on the position. */
function mostDelivered({ types, typeOf, dimensions, hasPickup }: Problem): Float64Array | undefined {
  if (dimensions !== 1 || hasPickup || types.some(({ reload }) => reload)) return undefined
  return Float64Array.from(typeOf, (type) => types[type].capacity[0])
}

function servesAll({ types, jobCount }: Problem): boolean {
  return types.every(({ serves, maxTasks }) => maxTasks >= jobCount && !serves.includes(0))
}
