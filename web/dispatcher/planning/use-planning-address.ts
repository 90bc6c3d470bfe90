import { useSearchParams } from 'react-router'
import { Day } from '#domain/time.ts'

const newPlan = 'new'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address says: which day, which plan of it, or that a new one is wanted. */
type PlanningAddress = { day: string | null; planId: string | null; isNew: boolean }

/** Reads the query string; what is not a day or a plan's id counts as absent. */
export function readAddress(query: URLSearchParams): PlanningAddress {
  const day = Day.safeParse(query.get('day'))
  const plan = query.get('plan')
  return {
    day: day.success ? day.data : null,
    planId: plan && uuid.test(plan) ? plan : null,
    isNew: plan === newPlan,
  }
}

/** The planning page's state, kept in the query string so that a reload or a link comes back to the same plan. */
export function usePlanningAddress() {
  const [query, setQuery] = useSearchParams()
  return {
    ...readAddress(query),
    showDay: (day: string) => setQuery({ day }),
    showPlan: (day: string, planId: string) => setQuery({ day, plan: planId }),
    showNew: (day: string) => setQuery({ day, plan: newPlan }),
  }
}
