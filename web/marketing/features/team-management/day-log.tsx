import { dayFleet, stopsOf } from '#web/lib/sample-day.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const routes = dayFleet.filter(({ status }) => status === 'active')

const entries = [
  {
    at: '08:31',
    who: 'Maya Kusuma',
    what: 'approved the plan for Tuesday',
    more: `${routes.length} routes, ${routes.reduce((all, vehicle) => all + stopsOf(vehicle).all, 0)} stops`,
  },
  {
    at: '08:44',
    who: 'Maya Kusuma',
    what: 'dispatched it to the drivers',
    more: `Received by all ${routes.length} phones`,
  },
  { at: '09:12', who: 'Budi Santoso', what: 'delivered stop 4 of 26', more: 'Signed by R. Halim, with photo' },
  { at: '09:20', who: 'Rina Wijaya', what: 'invited Joko Susilo', more: 'As a driver' },
]

export function DayLog() {
  return (
    <figure className="overflow-hidden rounded-3xl border bg-surface shadow-raised">
      <figcaption className="flex items-center justify-between gap-3 border-b px-6 py-4">
        <span className="font-semibold tracking-tight">Tuesday so far</span>
        <span className="text-[0.8125rem] text-ink-muted">Who did what</span>
      </figcaption>
      <ol className="px-6 py-6">
        {entries.map(({ at, who, what, more }, position) => (
          <li key={at} className="relative flex gap-4 pb-6 last:pb-0">
            {position < entries.length - 1 && (
              <span aria-hidden="true" className="absolute top-9 bottom-1 left-4 w-px bg-line-strong" />
            )}
            <Avatar name={who} />
            <div className="min-w-0 flex-1">
              <p className="text-[0.9375rem] leading-snug">
                <span className="font-semibold">{who}</span> {what}
              </p>
              <p className="mt-0.5 text-[0.8125rem] text-ink-muted">{more}</p>
            </div>
            <span className="text-[0.8125rem] leading-snug text-ink-muted tabular-nums">{at}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
