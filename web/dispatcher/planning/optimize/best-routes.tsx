import type { BestPlan } from '#domain/schema/revision.ts'
import { countOf } from '#web/lib/format.ts'

type BestRoutesProps = { best: BestPlan; colorOf: (driverId: string, place: number) => string | undefined }

/** The best routes so far: who drives what, in which order. */
export function BestRoutes({ best, colorOf }: BestRoutesProps) {
  return (
    <section aria-label="Best routes so far">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-[0.8125rem]">
        {best.routes.map(({ driver_id, driver_name, numbers }, place) => (
          <li key={driver_id} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full bg-ink-faint"
              style={{ backgroundColor: colorOf(driver_id, place) }}
            />
            <span className="min-w-0 flex-1 truncate tabular-nums">
              <span className="font-medium">{driver_name}</span>{' '}
              <span className="text-ink-muted">{numbers.slice(0, mostNumbers).join(' · ')}</span>
              {numbers.length > mostNumbers && ' …'}
            </span>
            <span className="shrink-0 text-ink-muted tabular-nums">{countOf(numbers.length, 'stop')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As many as a line shows. */
const mostNumbers = 20
