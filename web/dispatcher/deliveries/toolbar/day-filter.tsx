import { parseDate } from '@internationalized/date'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components'
import { Day, dayOf } from '#domain/time.ts'
import { useMe } from '#web/lib/me.ts'
import { ChipRow } from '#web/ui/chip-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Popover } from '#web/ui/popover.tsx'
import type { Span } from '../deliveries-address.ts'
import { spanWords } from '../delivery-words.ts'

type DayFilterProps = { span: Span; onChange: (span: Span) => void }

const everyDay: Span = { from: null, to: null }

/** Chooses the days to show: all, today, tomorrow, or any span. */
export function DayFilter({ span, onChange }: DayFilterProps) {
  const { workspace } = useMe()
  const today = dayOf(new Date(), workspace.time_zone)
  const tomorrow = parseDate(today).add({ days: 1 }).toString()
  const chips = [
    { id: 'all', label: 'All days', days: everyDay },
    { id: 'today', label: 'Today', days: { from: today, to: today } },
    { id: 'tomorrow', label: 'Tomorrow', days: { from: tomorrow, to: tomorrow } },
  ]
  const shown = chips.find(({ days }) => days.from === span.from && days.to === span.to)
  return (
    <ChipRow className="max-sm:order-last">
      <FilterChips
        label="Days"
        isInline
        selectionMode="single"
        chips={chips}
        selected={shown ? [shown.id] : []}
        onChange={([id]) => onChange(chips.find((chip) => chip.id === id)?.days ?? everyDay)}
      />
      <DialogTrigger>
        <Button
          size="small"
          variant="quiet"
          icon={<CalendarRange aria-hidden="true" className="size-4" />}
          className={cx('rounded-full!', !shown && 'bg-brand-soft text-brand-ink')}
        >
          {shown ? 'Choose days' : spanWords(span)}
        </Button>
        <Popover placement="bottom start" className="w-80 max-w-[calc(100vw-2rem)]">
          <Dialog aria-label="Choose days" className="p-4 outline-none">
            {({ close }) => (
              <SpanForm
                span={span}
                onChange={(chosen) => {
                  onChange(chosen)
                  close()
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </ChipRow>
  )
}

function SpanForm({ span, onChange }: DayFilterProps) {
  const [from, setFrom] = useState(span.from)
  const [to, setTo] = useState(span.to)
  const isWhole = (day: string | null) => day === null || Day.safeParse(day).success
  const isBackwards = isWhole(from) && isWhole(to) && from !== null && to !== null && from > to
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ from, to })
      }}
    >
      <DatePicker
        label="From"
        autoFocus
        value={from ? parseDate(from) : null}
        onChange={(value) => {
          const day = value?.toString() ?? null
          setFrom(day)
          // Most people want a single day. They can move the end from there.
          if (day && isWhole(day) && (to === null || to < day)) setTo(day)
        }}
      />
      <DatePicker
        label="To"
        description="Leave one empty for an open range."
        value={to ? parseDate(to) : null}
        onChange={(value) => setTo(value?.toString() ?? null)}
        errorMessage={isBackwards ? 'The last day is before the first day.' : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={() => onChange(everyDay)}>All days</Button>
        <Button type="submit" variant="primary" isDisabled={isBackwards || !isWhole(from) || !isWhole(to)}>
          Show
        </Button>
      </div>
    </form>
  )
}
