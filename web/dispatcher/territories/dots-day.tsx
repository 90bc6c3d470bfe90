import { parseDate } from '@internationalized/date'
import { DatePicker } from '#web/ui/date-picker.tsx'
import type { Dots } from './use-dots.ts'

export type DotsDayProps = { dots: Dots; day: string; onDay: (day: string) => void }

/** The day whose deliveries are on the map. */
export function DotsDay({ dots, day, onDay }: DotsDayProps) {
  return (
    <DatePicker
      label="Deliveries of"
      value={parseDate(day)}
      onChange={(next) => next && onDay(next.toString())}
      {...(dots.hasFailed && { errorMessage: 'The deliveries could not be loaded.' })}
    />
  )
}
