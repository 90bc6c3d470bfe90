import { Day } from '#domain/time.ts'

export const newPlan = 'new'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address says: the day, its plan or that a new plan is being set up, and the route that is open. */
export type PlanningAddress = { day: string | null; planId: string | null; isNew: boolean; routeId: string | null }

/**
 * Reads the address. Anything that is not a day or an id is ignored.
 * @param date of the path; links of before the board have it in the query string
 */
export function readAddress(date: string | undefined, query: URLSearchParams): PlanningAddress {
  const day = Day.safeParse(date ?? query.get('day'))
  const plan = query.get('plan')
  return {
    day: day.success ? day.data : null,
    planId: idIn(plan),
    isNew: plan === newPlan,
    routeId: idIn(query.get('route')),
  }
}

const idIn = (text: string | null) => (text && uuid.test(text) ? text : null)

type Open = { plan?: string | null; route?: string | null; isShowingRisks?: boolean }

/** The path of a day’s board, with one of its plans open, or the set-up of a new one. */
export function boardPath(day: string, open: Open = {}): string {
  const query = new URLSearchParams()
  if (open.plan) query.set('plan', open.plan)
  if (open.route) query.set('route', open.route)
  if (open.isShowingRisks) query.set('risks', '1')
  return `/dashboard/planning/${day}${query.size > 0 ? `?${query}` : ''}`
}
