import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, TriangleAlert } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { withTimes } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { risksQuery } from './risk-queries.ts'
import { riskWords } from './risk-words.ts'
import { useRisksShown } from './use-risks-shown.ts'

/** Why a route of the plan is at risk, if it is, with the way to its remedies. */
export function RiskOfRoute({ plan, routeId }: { plan: Plan; routeId: string }) {
  const { show } = useRisksShown()
  const risk = useQuery(risksQuery(plan)).data?.find((each) => each.route_id === routeId)
  if (!risk) return null
  return (
    <Banner
      tone="warning"
      icon={<TriangleAlert />}
      actions={
        <Button size="small" icon={<LifeBuoy aria-hidden="true" className="size-3.5" />} onPress={() => show(true)}>
          Remedies
        </Button>
      }
    >
      <strong className="font-semibold">{riskWords(risk)}.</strong> {withTimes(risk.sentence)}
    </Banner>
  )
}
