import { useState } from 'react'
import { decimalsOf, toMajor } from '#domain/money.ts'
import { AmountField } from '../cash/amount-field.tsx'
import { Counted } from '../cash/counted.tsx'
import { readAmount } from '../cash/read-amount.ts'
import { goBack } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { useSpeak } from '../shell/speaker.tsx'
import { Card, Choice, LongField, Note, Part } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** How much cash of others the driver carries, and handing it in. */
export function CashPage() {
  const { say, money } = useWords()
  const { cash, workspace, depots } = useDay()
  const { act, problem, isPending } = useAction()
  const speak = useSpeak()
  // Days that were stored by an earlier version lack it.
  const toConfirm = cash.to_confirm ?? []
  const balance = cash.taken - cash.handed_in
  const [typed, setTyped] = useState(balance > 0 ? String(toMajor(balance, workspace.currency)) : '')
  const [depot, setDepot] = useState(depots.length === 1 ? depots[0]!.id : null)
  const [note, setNote] = useState('')
  const amount = readAmount(typed, decimalsOf(workspace.currency))
  const differs = amount !== undefined && amount !== balance
  const written = (minor: number) => money(minor, workspace.currency)

  async function handIn() {
    if (!amount) return
    const data = { handin_id: crypto.randomUUID(), amount, depot_id: depot, note: note.trim() || null }
    if (!(await act({ kind: 'cash_handed_in', data }))) return
    speak(say('cash.handedIn'))
    goBack()
  }

  return (
    <Screen
      title={say('cash.title')}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isPending}
          disabled={!amount || (differs && !note.trim())}
          onClick={() => void handIn()}
        >
          {amount ? say('cash.handIn', { amount: written(amount) }) : say('cash.handInNone')}
        </Press>
      }
    >
      <Problem text={problem} />
      {toConfirm.map((counted) => (
        <Counted key={counted.handin_id} counted={counted} />
      ))}
      <Card className="grid gap-3">
        <div className="text-center">
          <p className="text-ink-muted">{say('cash.balance')}</p>
          <p className="text-3xl font-bold tracking-tight whitespace-nowrap tabular-nums">
            <bdi>{written(balance)}</bdi>
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-2 text-center text-sm">
          <div>
            <dt className="text-ink-muted">{say('cash.taken')}</dt>
            <dd className="font-semibold tabular-nums">{written(cash.taken)}</dd>
          </div>
          <div>
            <dt className="text-ink-muted">{say('cash.givenIn')}</dt>
            <dd className="font-semibold tabular-nums">{written(cash.handed_in)}</dd>
          </div>
        </dl>
      </Card>
      <Part title={say('cash.handInTitle')}>
        <p className="text-pretty text-ink-muted">{say('cash.handInText')}</p>
        <AmountField label={say('cash.amount')} currency={workspace.currency} value={typed} onChange={setTyped} />
        {differs && (
          <Note tone="warning" role="status">
            {say('cash.differs', {
              amount: written(Math.abs(amount - balance)),
              direction: amount < balance ? 'less' : 'more',
            })}
          </Note>
        )}
        {depots.length > 1 && (
          <Choice
            label={say('cash.depot')}
            options={depots.map(({ id, name, address }) => ({ value: id, label: name, hint: address }))}
            value={depot}
            onChange={setDepot}
          />
        )}
        <LongField
          label={differs ? say('end.note') : `${say('end.note')} (${say('optional')})`}
          value={note}
          maxLength={500}
          onChange={({ target }) => setNote(target.value)}
        />
      </Part>
    </Screen>
  )
}
