import { CircleUser } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { Link } from '#web/ui/link.tsx'
import { driverNotes } from './driver-notes.ts'

/** Drivers that a dispatcher would ask about: those without a route, and those without a vehicle. */
export function DriverPanel({ plan: { routes, unused_drivers } }: { plan: Pick<Plan, 'routes' | 'unused_drivers'> }) {
  const mayChange = useMay('change_planning')
  // By hand, somebody may have got a route since.
  const driving = new Set(routes.map(({ driver_id }) => driver_id))
  const plan = { routes, unused_drivers: unused_drivers.filter(({ driver_id }) => !driving.has(driver_id)) }
  const notes = driverNotes(plan)
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="planning-driver-notes" className="rounded-xl border bg-surface shadow-card">
      <h2 id="planning-driver-notes" className="flex items-center gap-2 px-4 pt-3 font-semibold tracking-tight">
        <CircleUser aria-hidden="true" className="size-4 text-ink-muted" />
        {headline(plan)}
      </h2>
      <ul className="max-h-56 divide-y overflow-y-auto pb-1">
        {notes.map((note) => (
          <li key={note.key} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-[0.8125rem]">
            <p className="min-w-0 flex-1 basis-56">
              <span className="font-medium wrap-anywhere">{note.names.join(', ')}</span>{' '}
              <span className="text-ink-muted">{note.sentence}</span>
            </p>
            {mayChange && note.action && <Link to={note.action.to}>{note.action.label}</Link>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function headline({ routes, unused_drivers }: Pick<Plan, 'routes' | 'unused_drivers'>): string {
  const withoutVehicle = routes.filter(({ vehicle_id }) => vehicle_id === null).length
  const vehicle = withoutVehicle > 0 && `${countOf(withoutVehicle, 'driver')} without a vehicle`
  const route = unused_drivers.length > 0 && `${countOf(unused_drivers.length, 'driver')} without a route`
  return [route, vehicle].filter(Boolean).join(', ')
}
