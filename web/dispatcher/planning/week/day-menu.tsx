import { CalendarArrowUp, CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { WeekDay } from '#domain/schema/planning-week.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { MenuItem, MenuSection } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { LeftoversDialog } from '../leftovers/leftovers-dialog.tsx'
import { hasLeft } from './day-words.ts'
import type { DayMove } from './use-day-move.ts'

type DayMenuProps = { day: WeekDay; others: readonly WeekDay[]; depot: string; moving: DayMove }

/** What can be done with all of a day: move what is to be planned, or whatever is left. */
export function DayMenu({ day, others, depot, moving }: DayMenuProps) {
  const [isMovingLeft, setMovingLeft] = useState(false)
  const pending = day.by_status.pending ?? 0
  const targets = others.filter((other) => !other.is_over && other.day !== day.day)
  if (!hasLeft(day)) return null
  return (
    <>
      <RowMenu label={formatDay(day.day)}>
        <MenuItem icon={<CalendarArrowUp />} onAction={() => setMovingLeft(true)}>
          Move what is left…
        </MenuItem>
        {pending > 0 && targets.length > 0 && (
          <MenuSection title={`Move ${countOf(pending, 'order')} to plan to`}>
            {targets.map((target) => (
              <MenuItem
                key={target.day}
                icon={<CalendarPlus />}
                onAction={() => void moving.moveAll(day.day, target.day)}
              >
                {formatDay(target.day)}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </RowMenu>
      {isMovingLeft && (
        <LeftoversDialog day={day.day} {...(depot && { depotId: depot })} onClose={() => setMovingLeft(false)} />
      )}
    </>
  )
}
