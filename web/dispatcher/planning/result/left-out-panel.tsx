import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { LeftOutGroupCard } from './left-out-group.tsx'
import { leftOutGroups } from './left-out-groups.ts'

type LeftOutPanelProps = {
  plan: Plan
  /** The delivery that was pressed on the map. */
  selectedId: string | null
  /** The group that is shown on the map. */
  litKey: string | null
  onLight: (key: string | null) => void
  onSelect: (deliveryId: string | null) => void
  onChooseDrivers: () => void
}

/** Deliveries on no route, by reason: how many, why, and what helps all of them. */
export function LeftOutPanel({ plan, selectedId, litKey, onLight, onSelect, onChooseDrivers }: LeftOutPanelProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  if (plan.unassigned.length === 0) return null
  const groups = leftOutGroups(plan)
  const waiting = groups.reduce((sum, group) => sum + group.waiting.length, 0)
  const changed = plan.unassigned.length - waiting
  return (
    <section aria-labelledby="planning-unassigned" className="overflow-hidden rounded-xl border bg-surface shadow-card">
      <div className="flex flex-wrap items-center gap-x-2 bg-warning-soft px-4 py-2.5 text-warning-ink">
        <TriangleAlert aria-hidden="true" className="size-4" />
        <h2 id="planning-unassigned" className="font-semibold">
          {countOf(waiting, 'unassigned delivery', 'unassigned deliveries')}
        </h2>
        {changed > 0 && (
          <span className="text-[0.8125rem]">{`${formatNumber(changed)} more changed since the plan was made`}</span>
        )}
      </div>
      <ul className="divide-y">
        {groups.map((group) => (
          <li key={group.key}>
            <LeftOutGroupCard
              plan={plan}
              group={group}
              isOpen={openKey === group.key || hasDelivery(group.waiting, selectedId)}
              isLit={litKey === group.key}
              selectedId={selectedId}
              onOpenChange={(isOpen) => {
                setOpenKey(isOpen ? group.key : null)
                if (!isOpen) onSelect(null)
              }}
              onLight={() => onLight(litKey === group.key ? null : group.key)}
              onSelect={onSelect}
              onChooseDrivers={onChooseDrivers}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function hasDelivery(deliveries: readonly { delivery_id: string }[], id: string | null): boolean {
  return deliveries.some(({ delivery_id }) => delivery_id === id)
}
