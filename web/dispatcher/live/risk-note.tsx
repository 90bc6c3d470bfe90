import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { withTimes } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { boardPath } from '../planning/board-path.ts'
import { planSummaryQuery } from '../planning/plan-queries.ts'
import { risksQuery } from '../planning/remedies/risk-queries.ts'
import { riskWords } from '../planning/remedies/risk-words.ts'
import { routeQuery } from './live-queries.ts'

/** Why a driver’s route is at risk, and the way to the remedies. */
export function RiskNote({ routeId }: { routeId: string }) {
  const planId = useQuery(routeQuery(routeId)).data?.plan_id
  const plan = useQuery({ ...planSummaryQuery(planId ?? ''), enabled: planId !== undefined }).data
  const risks = useQuery({
    ...risksQuery({ id: planId ?? '', state: 'dispatched' }),
    enabled: planId !== undefined,
  }).data
  const risk = risks?.find((each) => each.route_id === routeId)
  if (!risk || !plan) return null
  return (
    <div className="px-4 pb-3">
      <Banner
        tone="warning"
        icon={<TriangleAlert />}
        actions={
          <Link to={boardPath(plan.day, { plan: plan.id, route: routeId, isShowingRisks: true })}>Remedies</Link>
        }
      >
        <strong className="font-semibold">{riskWords(risk)}.</strong> {withTimes(risk.sentence)}
      </Banner>
    </div>
  )
}
