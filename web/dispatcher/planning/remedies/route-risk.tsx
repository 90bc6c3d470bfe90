import { MapPin } from 'lucide-react'
import type { RouteRisk as Risk } from '#domain/schema/plan-risk.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf, formatDuration, formatTime, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { recordPath } from '../../records/use-opened.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { Remedies } from './remedies.tsx'
import { riskWords } from './risk-words.ts'

type RouteRiskProps = {
  plan: Plan
  risk: Risk
  isOpen: boolean
  onToggle: () => void
  /** A remedy is about to be made. */
  onChosen: () => void
}

/** One route at risk: how late, why, since when, at which stops, and what can be done. */
export function RouteRisk({ plan, risk, isOpen, onToggle, onChosen }: RouteRiskProps) {
  const { time_zone: zone } = useMe().workspace
  const { unpublishedRoutes } = useEditor()
  const { driver_name, sentence, since, shift, route_id, driver_id, vehicle_id, reason } = risk
  return (
    <section aria-label={driver_name} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 flex-1 truncate font-semibold tracking-tight">{driver_name}</h3>
        {risk.stops.length > 0 && (
          <span className="text-[0.8125rem] text-ink-muted">{countOf(risk.stops.length, 'late stop')}</span>
        )}
        <Badge tone="danger">{riskWords(risk)}</Badge>
      </div>
      <p className="text-ink-muted">
        {withTimes(sentence)}
        {since && ` Expected to be late since ${formatTime(since, zone)}.`}
        {shift &&
          ` Done at ${formatTime(shift.expected_at, zone)}, ${formatDuration(shift.late_seconds)} after the shift.`}
      </p>
      {unpublishedRoutes.has(route_id) && (
        <p className="text-[0.8125rem] font-medium text-brand-ink">
          Changes of this route are not published yet. Remedies count them in.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" aria-expanded={isOpen} onPress={onToggle}>
          {isOpen ? 'Hide remedies' : 'Find remedies'}
        </Button>
        <Link to={`/dashboard/live?driver=${driver_id}`} className="inline-flex items-center gap-1 text-[0.8125rem]">
          <MapPin aria-hidden="true" className="size-3.5" />
          Where {driver_name} is
        </Link>
        {reason === 'vehicle_blocked' && vehicle_id && (
          <Link to={recordPath('vehicles', vehicle_id)} className="text-[0.8125rem]">
            Open the vehicle
          </Link>
        )}
      </div>
      {isOpen && (
        <>
          <LateStops plan={plan} risk={risk} />
          <Remedies plan={plan} risk={risk} onChosen={onChosen} />
        </>
      )}
    </section>
  )
}

/** As many as one reads. The board marks all of them. */
const mostShown = 5

function LateStops({ plan, risk: { stops } }: { plan: Plan; risk: Risk }) {
  const { time_zone: zone } = useMe().workspace
  const names = new Map(plan.routes.flatMap((route) => route.stops.map((stop) => [stop.id, stop.name] as const)))
  if (!stops.length) return null
  return (
    <ul className="grid gap-0.5 text-[0.8125rem] tabular-nums">
      {stops.slice(0, mostShown).map(({ stop_id, number, due_at, expected_at, late_seconds }) => (
        <li key={stop_id} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 truncate font-medium">
            {[`#${number}`, names.get(stop_id)].filter(Boolean).join(' ')}
          </span>
          <span className="whitespace-nowrap text-ink-muted">
            {`due ${formatTime(due_at, zone)}, expected ${formatTime(expected_at, zone)}, `}
            <span className="font-medium text-danger-ink">{formatDuration(late_seconds)} late</span>
          </span>
        </li>
      ))}
      {stops.length > mostShown && <li className="text-ink-muted">And {stops.length - mostShown} more.</li>}
    </ul>
  )
}
