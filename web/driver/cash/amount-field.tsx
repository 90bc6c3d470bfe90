import { decimalsOf } from '#domain/money.ts'
import { Field } from '../ui/parts.tsx'
import { useWords } from '../words/use-words.tsx'
import { readAmount } from './read-amount.ts'

type AmountFieldProps = { label: string; currency: string; value: string; onChange: (value: string) => void }

/** An amount of money, with how it was understood below. */
export function AmountField({ label, currency, value, onChange }: AmountFieldProps) {
  const { say, money } = useWords()
  const minor = readAmount(value, decimalsOf(currency))
  const hint = minor !== undefined ? money(minor, currency) : value.trim() ? say('cash.noAmount') : undefined
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={20}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
