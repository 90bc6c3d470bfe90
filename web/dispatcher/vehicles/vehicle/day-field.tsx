import { parseDate } from '@internationalized/date'
import type { ReactNode } from 'react'
import { DatePicker } from '#web/ui/date-picker.tsx'

type DayFieldProps = {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  errorMessage?: string | undefined
  description?: ReactNode
}

/** A day that may be empty. */
export function DayField({ value, onChange, errorMessage, ...field }: DayFieldProps) {
  return (
    <DatePicker
      {...field}
      {...(errorMessage && { errorMessage })}
      value={value ? parseDate(value) : null}
      onChange={(next) => onChange(next?.toString() ?? null)}
    />
  )
}
