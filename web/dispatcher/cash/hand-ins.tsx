import type { CashHandIn } from '#domain/schema/cash.ts'
import { formatDateTime, formatMoney } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type HandInsProps = { handIns: readonly CashHandIn[]; currency: string; onCount?: (handIn: CashHandIn) => void }

/** Cash that drivers brought: what waits to be counted, and what was counted on the day. */
export function HandIns({ handIns, currency, onCount }: HandInsProps) {
  const timeZone = useMe().workspace.time_zone
  return (
    <section aria-label="Handed in" className="grid gap-3">
      <h2 className="font-semibold tracking-tight">Handed in</h2>
      <ul className="divide-y rounded-xl border bg-surface">
        {handIns.map((handIn) => (
          <li key={handIn.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-48 flex-1">
              <p className="font-medium">
                {handIn.driver_name}: {formatMoney(handIn.amount, currency)}
              </p>
              <p className="text-[0.8125rem] text-ink-muted">{factsOf(handIn, currency, timeZone)}</p>
            </div>
            {handIn.state === 'confirmed' ? (
              <HandInBadge handIn={handIn} />
            ) : onCount ? (
              <Button size="small" variant="primary" onPress={() => onCount(handIn)}>
                Count
              </Button>
            ) : (
              <Badge tone="warning">Waiting</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf(handIn: CashHandIn, currency: string, timeZone: string): string {
  const { state, amount, counted, reason, handed_in_at, confirmed_by, note, started_by, driver_amount } = handIn
  const wrote = note ? ` · “${note}”` : ''
  const at = formatDateTime(handed_in_at, timeZone)
  if (state === 'waiting') return `Brought ${at}, not counted yet${wrote}`
  if (started_by === 'depot') {
    const said =
      driver_amount === null
        ? 'not confirmed by the driver yet'
        : driver_amount === counted
          ? 'confirmed by the driver'
          : `the driver says ${formatMoney(driver_amount, currency)}`
    return `Taken ${at} by ${confirmed_by} without the driver’s phone, ${said}${wrote}`
  }
  const differs = counted === amount ? '' : `, ${formatMoney(counted!, currency)} counted: ${reason}`
  return `Counted by ${confirmed_by}${differs}${wrote}`
}

function HandInBadge({ handIn: { started_by, amount, counted, driver_amount } }: { handIn: CashHandIn }) {
  if (started_by === 'depot' && driver_amount === null) return <Badge tone="neutral">Not confirmed by the driver</Badge>
  const isAgreed = counted === (started_by === 'depot' ? driver_amount : amount)
  return <Badge tone={isAgreed ? 'success' : 'warning'}>{isAgreed ? 'Both agree' : 'Differs'}</Badge>
}
