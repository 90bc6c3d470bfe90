import { useNavigate, useParams, useSearchParams } from 'react-router'
import { boardPath, newPlan, readAddress } from './board-path.ts'

/** The board's state in the address, so that a reload or a link opens the same plan. */
export function usePlanningAddress() {
  const { date } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return {
    ...readAddress(date, query),
    showDay: (day: string) => void navigate(boardPath(day)),
    showPlan: (day: string, plan: string) => void navigate(boardPath(day, { plan })),
    showNew: (day: string) => void navigate(boardPath(day, { plan: newPlan })),
  }
}
