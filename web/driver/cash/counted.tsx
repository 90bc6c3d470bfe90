import { useState } from 'react'
import { decimalsOf } from '#domain/money.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { useDay } from '../road/use-road.ts'
import { useSpeak } from '../shell/speaker.tsx'
import { Part } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'
import { AmountField } from './amount-field.tsx'
import { readAmount } from './read-amount.ts'

type Counted = DriverDay['cash']['to_confirm'][number]

/** Cash that somebody at the depot counted while this phone was off: the driver says whether that is right. */
export function Counted({ counted: { handin_id, amount, counted_by, at } }: { counted: Counted }) {
  const { say, money, time } = useWords()
  const { workspace } = useDay()
  const { act, problem, isPending } = useAction()
  const speak = useSpeak()
  const [typed, setTyped] = useState<string>()
  const other = typed === undefined ? undefined : readAmount(typed, decimalsOf(workspace.currency))
  const written = money(amount, workspace.currency)

  async function answer(said: number) {
    const data = { handin_id, amount: said, depot_id: null, note: null }
    if (await act({ kind: 'cash_handed_in', data })) speak(say('cash.countedThanks'))
  }

  return (
    <Part title={say('cash.counted')}>
      <p className="text-pretty">
        {say('cash.countedText', { name: counted_by, amount: written, time: time(at, workspace.time_zone) })}
      </p>
      <Problem text={problem} />
      {typed === undefined ? (
        <div className="grid gap-2">
          <Press look="primary" isPending={isPending} onClick={() => void answer(amount)}>
            {say('cash.countedYes', { amount: written })}
          </Press>
          <Press onClick={() => setTyped('')}>{say('cash.countedOther')}</Press>
        </div>
      ) : (
        <div className="grid gap-3">
          <AmountField label={say('cash.amount')} currency={workspace.currency} value={typed} onChange={setTyped} />
          <Press look="primary" isPending={isPending} disabled={!other} onClick={() => other && void answer(other)}>
            {other ? say('cash.countedYes', { amount: money(other, workspace.currency) }) : say('cash.countedOther')}
          </Press>
        </div>
      )}
    </Part>
  )
}
