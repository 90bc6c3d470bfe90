import { parseDate, type CalendarDate } from '@internationalized/date'
import { useState } from 'react'
import { Day, dayOf } from '#domain/time.ts'
import { countOf } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'

type MoveDialogProps = { count: number; onMove: (day: string) => void; onClose: () => void }

/** Asks for the day to move deliveries to. Tomorrow is one press away. */
export function MoveDialog({ count, onMove, onClose }: MoveDialogProps) {
  const { workspace } = useMe()
  const today = parseDate(dayOf(new Date(), workspace.time_zone))
  const chips = [
    { id: today.toString(), label: 'Today' },
    { id: today.add({ days: 1 }).toString(), label: 'Tomorrow' },
    { id: today.add({ days: 7 }).toString(), label: 'In a week' },
  ]
  const [day, setDay] = useState<CalendarDate | null>(today.add({ days: 1 }))
  const isPast = day !== null && day.compare(today) < 0
  const isComplete = day !== null && Day.safeParse(day.toString()).success
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Move ${countOf(count, 'delivery', 'deliveries')}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (day && isComplete && !isPast) onMove(day.toString())
        }}
      >
        <DatePicker
          label="New day"
          autoFocus
          value={day}
          onChange={setDay}
          errorMessage={isPast ? 'This day is over.' : undefined}
        />
        <FilterChips
          label="Days"
          selectionMode="single"
          chips={chips}
          selected={day ? [day.toString()] : []}
          onChange={([id]) => id && setDay(parseDate(id))}
        />
        <p className="text-ink-muted">Time windows stay as they are. Deliveries on a route are not moved.</p>
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isDisabled={!isComplete || isPast}>
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
