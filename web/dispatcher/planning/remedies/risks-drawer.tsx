import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { RouteRisk as Risk } from '#domain/schema/plan-risk.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RouteRisk } from './route-risk.tsx'

type RisksDrawerProps = {
  plan: Plan
  risks: readonly Risk[]
  /** The route that is open on the board. */
  routeId: string | null
  onClose: () => void
}

/** Routes at risk, the gravest first, each with its remedies. */
export function RisksDrawer({ plan, risks, routeId, onClose }: RisksDrawerProps) {
  const [chosenId, choose] = useState<string | null>()
  // The route of the board or else the gravest one is open until somebody chooses.
  const first = risks.find((risk) => risk.route_id === routeId) ?? risks[0]
  const openId = chosenId === undefined ? first?.route_id : chosenId
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="At risk"
      description="Routes that will be late, or cannot go on. Drivers see a remedy once it is published."
    >
      {risks.length === 0 ? (
        <EmptyState icon={<LifeBuoy />} title="No route is at risk">
          Everybody is expected in time by now.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {risks.map((risk) => (
            <li key={risk.route_id} className="py-3">
              <RouteRisk
                plan={plan}
                risk={risk}
                isOpen={risk.route_id === openId}
                onToggle={() => choose(risk.route_id === openId ? null : risk.route_id)}
                onChosen={onClose}
              />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
