import { ChevronDown } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import { planContents } from './plan-words.ts'
import { planNumbers } from './plans-of-day.ts'

type PlanMenuProps = {
  /** Newest first. */
  plans: readonly PlanSummary[]
  /** The depot of a plan, where there are several. */
  depotWords: (plan: PlanSummary) => string | undefined
  shownId: string | null
  zone: string
  onShow: (id: string) => void
}

/** The plans of the day, to switch between. */
export function PlanMenu({ plans, depotWords, shownId, zone, onShow }: PlanMenuProps) {
  if (plans.length === 0) return null
  const numbers = planNumbers(plans)
  return (
    <Menu
      aria-label="Plans of this day"
      selectionMode="single"
      disallowEmptySelection={shownId !== null}
      selectedKeys={shownId ? [shownId] : []}
      onAction={(key) => onShow(String(key))}
      trigger={
        <Button>
          Plans ({plans.length})
          <ChevronDown aria-hidden="true" className="size-4 text-ink-muted" />
        </Button>
      }
    >
      {plans.map((plan) => (
        <MenuItem
          key={plan.id}
          id={plan.id}
          description={[depotWords(plan), describe(plan)].filter(Boolean).join(' · ')}
        >
          {`Plan ${numbers.get(plan.id)!} at ${formatTime(plan.created_at, zone)}`}
        </MenuItem>
      ))}
    </Menu>
  )
}

function describe(plan: PlanSummary): string {
  const state = stateLook(plan.state).label
  return plan.totals ? `${state}: ${planContents(plan.totals)}` : state
}
