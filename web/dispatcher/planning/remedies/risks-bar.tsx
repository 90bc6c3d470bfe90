import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, TriangleAlert } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSelection } from '../board/selection.ts'
import { risksQuery } from './risk-queries.ts'
import { risksLine } from './risk-words.ts'
import { RisksDrawer } from './risks-drawer.tsx'
import { useRisksShown } from './use-risks-shown.ts'

/** Says which routes will not go well unless somebody does something, and leads to what can be done. */
export function RisksBar({ plan }: { plan: Plan }) {
  const { data: risks = [] } = useQuery(risksQuery(plan))
  const { isShown, show } = useRisksShown()
  const { routeId } = useSelection()
  return (
    <>
      {risks.length > 0 && (
        <section aria-label="At risk">
          <Banner
            tone="warning"
            icon={<TriangleAlert />}
            actions={
              <Button
                size="small"
                icon={<LifeBuoy aria-hidden="true" className="size-3.5" />}
                onPress={() => show(true)}
              >
                Remedies
              </Button>
            }
          >
            <strong className="font-semibold">{countOf(risks.length, 'route')} at risk</strong>
            {' · '}
            {risksLine(risks)}
          </Banner>
        </section>
      )}
      {isShown && <RisksDrawer plan={plan} risks={risks} routeId={routeId} onClose={() => show(false)} />}
    </>
  )
}
