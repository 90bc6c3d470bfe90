import { CalendarPlus, X } from 'lucide-react'
import type { WeekDay } from '#domain/schema/planning-week.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { DayMove } from './use-day-move.ts'

/** What can be done with the selected orders, of however many days. */
export function SelectionBar({ days, moving }: { days: readonly WeekDay[]; moving: DayMove }) {
  const { selected, busy, clear, move } = moving
  if (selected.size === 0) return null
  const orders = [...selected.values()]
  return (
    <div
      role="region"
      aria-label="Selected orders"
      className="sticky bottom-3 z-10 mx-auto mt-4 flex w-fit max-w-full items-center gap-3 rounded-xl border bg-raised py-2 pr-2 pl-4 shadow-raised"
    >
      <output className="font-medium tabular-nums">{countOf(orders.length, 'order')} selected</output>
      <Menu
        aria-label="Move to"
        placement="top end"
        trigger={
          <Button
            variant="primary"
            size="small"
            isPending={busy.size > 0}
            icon={<CalendarPlus aria-hidden="true" className="size-3.5" />}
          >
            Move to…
          </Button>
        }
      >
        {days
          .filter(({ is_over }) => !is_over)
          .map(({ day }) => (
            <MenuItem key={day} onAction={() => void move(orders, day)}>
              {formatDay(day)}
            </MenuItem>
          ))}
      </Menu>
      <IconButton
        size="small"
        label="Clear the selection"
        icon={<X aria-hidden="true" className="size-4" />}
        onPress={clear}
      />
    </div>
  )
}
