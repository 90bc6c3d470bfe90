import { parseDate, type CalendarDate } from '@internationalized/date'
import { useState } from 'react'
import { DatePicker } from '#web/ui/date-picker.tsx'

/** The first valid year. Typing 2026 digit by digit passes through 2, 20 and 202. */
const earliestYear = 2000

/** The day that is planned. */
export function DayField({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const [typing, setTyping] = useState<CalendarDate | null>(null)
  return (
    <DatePicker
      label="Day"
      isLabelHidden
      shouldForceLeadingZeros
      value={typing ?? parseDate(day)}
      onChange={(value) => {
        if (!value) return
        const isWhole = value.year >= earliestYear
        setTyping(isWhole ? null : value)
        if (isWhole && value.toString() !== day) onChange(value.toString())
      }}
      onBlur={() => setTyping(null)}
      className="w-44 max-sm:w-auto max-sm:min-w-36 max-sm:flex-1"
    />
  )
}
