import { useSearchParams } from 'react-router'
import { Day } from '#domain/time.ts'

const newPlan = 'new'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address says: the day, its plan, or that a new plan is being set up. */
type PlanningAddress = { day: string | null; planId: string | null; isNew: boolean }

/** Reads the query string. Anything that is not a day or a plan's id is ignored. */
export function readAddress(query: URLSearchParams): PlanningAddress {
  const day = Day.safeParse(query.get('day'))
  const plan = query.get('plan')
  return {
    day: day.success ? day.data : null,
    planId: plan && uuid.test(plan) ? plan : null,
    isNew: plan === newPlan,
  }
}

/** The planning page's state in the query string, so that a reload or a link opens the same plan. */
export function usePlanningAddress() {
  const [query, setQuery] = useSearchParams()
  return {
    ...readAddress(query),
    showDay: (day: string) => setQuery({ day }),
    showPlan: (day: string, planId: string) => setQuery({ day, plan: planId }),
    showNew: (day: string) => setQuery({ day, plan: newPlan }),
  }
}
