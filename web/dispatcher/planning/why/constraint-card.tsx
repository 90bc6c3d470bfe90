import type { PlanConstraint } from '#domain/schema/plan-why.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { useSelection } from '../board/selection.ts'
import { effectLine } from '../changes/effect-words.ts'

/** One kind of constraint: what the plan would be without it, what would be broken, and what can be done about it. */
export function ConstraintCard({ constraint, plan }: { constraint: PlanConstraint; plan: Plan }) {
  const { currency } = useMe().workspace
  const { select } = useSelection()
  const { label, effect, where, remedy, delivery_ids } = constraint
  const ids = idsOn(plan, delivery_ids)
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium">{label}</h3>
      <p className="tabular-nums">{`Without: ${withoutWords(effect, currency)}.`}</p>
      {where.length > 0 && (
        <ul className="grid gap-0.5 text-ink-muted">
          {where.map((sentence) => (
            <li key={sentence}>{withTimes(sentence)}</li>
          ))}
        </ul>
      )}
      <p>{remedy}</p>
      {ids.length > 0 && (
        <Button size="small" className="justify-self-start" onPress={() => select(ids)}>
          {ids.length === 1 ? 'Select the delivery' : `Select ${countOf(ids.length, 'delivery', 'deliveries')}`}
        </Button>
      )}
    </div>
  )
}

/** What a plan would be without a constraint, in a line: `2 more deliveries on routes, +4.1 km`. */
export function withoutWords({ unassigned, ...effect }: PlanConstraint['effect'], currency: string): string {
  const count = countOf(Math.abs(unassigned), 'delivery', 'deliveries').replace(
    /^(\S+)/,
    `$1 ${unassigned < 0 ? 'more' : 'fewer'}`,
  )
  const isSame = effect.cost === 0 || (effect.cost === null && !effect.distance_km && !effect.driving_seconds)
  const sums = effectLine({ ...effect, late_stops: 0 }, currency)
  const parts = [unassigned !== 0 && `${count} on routes`, !(isSame && unassigned !== 0) && sums]
  return parts.filter(Boolean).join(', ')
}

/** What is selected for deliveries: their stops, or themselves if they are on no route. */
function idsOn({ routes, unassigned }: Plan, deliveryIds: readonly string[]): string[] {
  const wanted = new Set(deliveryIds)
  const stops = routes.flatMap((route) => route.stops)
  return [
    ...stops.flatMap(({ id, delivery_id }) => (delivery_id && wanted.has(delivery_id) ? [id] : [])),
    ...unassigned.flatMap(({ delivery_id }) => (wanted.has(delivery_id) ? [delivery_id] : [])),
  ]
}
