import type { ReactNode } from 'react'
import { decimalsOf, toMajor, toMinor } from '#domain/money.ts'
import { useMe } from '#web/lib/me.ts'
import { NumberField } from '#web/ui/number-field.tsx'

type MoneyFieldProps = {
  label: string
  /** In the smallest unit of the workspace's currency; NaN if empty. */
  value: number
  onChange: (value: number) => void
  errorMessage?: string | undefined
  description?: ReactNode
  placeholder?: string
  /** Such as “per km”. */
  per?: string
  isDisabled?: boolean
  /** The workspace’s, unless the amount stays in an earlier one. */
  currency?: string
}

/** An amount of money in the workspace's currency. */
export function MoneyField({ value, onChange, per, errorMessage, currency: given, ...field }: MoneyFieldProps) {
  const { workspace } = useMe()
  const currency = given ?? workspace.currency
  const digits = decimalsOf(currency)
  return (
    <NumberField
      {...field}
      {...(errorMessage && { errorMessage })}
      minValue={0}
      step={10 ** -digits}
      formatOptions={{ maximumFractionDigits: digits }}
      unit={per ? `${currency} ${per}` : currency}
      value={toMajor(value, currency)}
      onChange={(next) => onChange(toMinor(next, currency))}
    />
  )
}
