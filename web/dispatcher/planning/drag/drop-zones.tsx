import { CalendarDays, CircleOff, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DropQuestion } from '#domain/drop/drop-board.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { dayAfter } from '#domain/time.ts'
import { formatDayBriefly } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { zoneOf } from './hit-test.ts'
import type { Drag } from './use-drag.ts'

type DropZonesProps = { plan: Plan; drag: Drag; onChoose?: ((target: DropQuestion) => void) | undefined }

/** As many of each as there is room for. */
const mostDrivers = 2
const mostDays = 4

/** Where things can be dropped that are no route: off the routes, on another day, on a new route of a free driver. */
export function DropZones({ plan, drag, onChoose }: DropZonesProps) {
  const free = drag.marks?.filter(({ route_id }) => route_id === null).slice(0, mostDrivers) ?? []
  const isOn = (target: DropQuestion) => JSON.stringify(drag.target) === JSON.stringify(target)
  const zone = (target: DropQuestion, icon: ReactNode, words: string) => (
    <button
      key={words}
      type="button"
      tabIndex={-1}
      {...zoneOf(target)}
      onClick={() => onChoose?.(target)}
      className={cx(
        'flex min-h-10 items-center gap-1.5 rounded-lg border border-dashed px-3 text-[0.8125rem] font-medium whitespace-nowrap',
        isOn(target) ? 'border-brand bg-brand-soft text-brand-ink' : 'bg-raised',
      )}
    >
      {icon}
      {words}
    </button>
  )
  return (
    <div
      role="group"
      aria-label="Drop elsewhere"
      className="fixed inset-x-3 top-3 z-50 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap justify-center gap-1.5 rounded-xl border bg-raised p-1.5 shadow-raised"
    >
      {drag.picked.stops.length > 0 &&
        zone({ kind: 'unassigned' }, <CircleOff aria-hidden="true" className="size-4" />, 'Unassigned')}
      {Array.from({ length: mostDays }, (_, index) => {
        const day = dayAfter(plan.day, index + 1)
        return zone(
          { kind: 'day', day },
          <CalendarDays aria-hidden="true" className="size-4" />,
          formatDayBriefly(day, plan.day.slice(0, 4)),
        )
      })}
      {free.map(({ driver_id, name }) =>
        zone({ kind: 'driver', driver_id }, <UserRound aria-hidden="true" className="size-4" />, `New route: ${name}`),
      )}
    </div>
  )
}
