import { useState } from 'react'
import { decimalsOf, toMajor } from '#domain/money.ts'
import { go } from '../path.ts'
import type { StepProps } from '../stop/step-props.ts'
import { Actions } from '../ui/actions.tsx'
import { Card, Choice, LongField } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { AmountField } from './amount-field.tsx'
import { readAmount } from './read-amount.ts'

/** What is to be paid, and what was: exactly that, or something else with the reason. */
export function CashStep({ stop, day, draft, change, next, nextLabel }: StepProps) {
  const { say, money } = useWords()
  const { currency } = day.workspace
  const due = stop.delivery!.cash_amount ?? 0
  const isKnown = draft.cash !== null
  const [kind, setKind] = useState<'exact' | 'other' | null>(isKnown ? (draft.cash === due ? 'exact' : 'other') : null)
  const [typed, setTyped] = useState(isKnown ? String(toMajor(draft.cash!, currency)) : '')
  const isReady = isKnown && (draft.cash === due || draft.cash_why.trim() !== '')

  return (
    <>
      <Card className="grid gap-1 text-center">
        <p className="text-ink-muted">{say('cash.due')}</p>
        <p className="text-3xl font-bold tracking-tight whitespace-nowrap tabular-nums">
          <bdi>{money(due, currency)}</bdi>
        </p>
      </Card>
      <Choice
        label={say('cash.taken')}
        options={[
          { value: 'exact' as const, label: say('cash.exact', { amount: money(due, currency) }) },
          { value: 'other' as const, label: say('cash.other') },
        ]}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen)
          change({ cash: chosen === 'exact' ? due : (readAmount(typed, decimalsOf(currency)) ?? null), cash_why: '' })
        }}
      />
      {kind === 'other' && (
        <>
          <AmountField
            label={say('cash.taken')}
            currency={currency}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              change({ cash: readAmount(value, decimalsOf(currency)) ?? null })
            }}
          />
          {isKnown && draft.cash !== due && (
            <LongField
              label={say('cash.why', {
                amount: money(Math.abs(draft.cash! - due), currency),
                direction: draft.cash! < due ? 'less' : 'more',
              })}
              value={draft.cash_why}
              maxLength={200}
              onChange={({ target }) => change({ cash_why: target.value })}
            />
          )}
        </>
      )}
      <Actions>
        <Press look="primary" isLarge disabled={!isReady} onClick={next}>
          {nextLabel}
        </Press>
        <Press look="danger" onClick={() => go(`/stop/${stop.id}/fail`, { replace: true })}>
          {say('cash.notPaid')}
        </Press>
      </Actions>
    </>
  )
}
