import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  Dialog,
  Group,
  type DatePickerProps as AriaDatePickerProps,
  type DateValue,
} from 'react-aria-components'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'
import { segments, segment } from './segments.ts'

type DatePickerProps<T extends DateValue> = FieldProps &
  Omit<AriaDatePickerProps<T>, 'children' | 'className' | 'style'>

/** A day, typed part by part or picked from a calendar. A value with a time also shows hours and minutes. */
export function DatePicker<T extends DateValue>(props: DatePickerProps<T>) {
  const { label, description, errorMessage, isLabelHidden, className, ...rest } = props
  return (
    <AriaDatePicker shouldForceLeadingZeros {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <Group className="field-box">
          <DateInput className={segments}>{(part) => <DateSegment segment={part} className={segment} />}</DateInput>
          <AriaButton className="focus-ring mr-1 grid size-7 shrink-0 place-items-center rounded-md text-ink-muted data-hovered:bg-hover pointer-coarse:size-10">
            <CalendarDays aria-hidden="true" className="size-4" />
          </AriaButton>
        </Group>
        <Popover className="p-3">
          <Dialog className="outline-none">
            <MonthCalendar />
          </Dialog>
        </Popover>
      </FieldFrame>
    </AriaDatePicker>
  )
}

function MonthCalendar() {
  return (
    <Calendar>
      <header className="flex items-center justify-between pb-2">
        <IconButton
          slot="previous"
          label="Previous month"
          hasTooltip={false}
          size="small"
          icon={<ChevronLeft className="size-4" />}
        />
        <CalendarHeading className="text-sm font-semibold" />
        <IconButton
          slot="next"
          label="Next month"
          hasTooltip={false}
          size="small"
          icon={<ChevronRight className="size-4" />}
        />
      </header>
      <CalendarGrid className="border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="size-8 text-xs font-medium text-ink-faint">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="focus-ring grid size-8 cursor-pointer place-items-center rounded-lg tabular-nums data-disabled:text-ink-faint/50 data-hovered:bg-hover data-outside-month:hidden data-selected:bg-brand data-selected:font-semibold data-selected:text-on-brand data-today:font-semibold data-today:underline data-today:underline-offset-3 data-unavailable:line-through pointer-coarse:size-11"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
