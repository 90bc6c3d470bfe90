import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { correctCash, getDriverCash } from '#domain/api/cash.ts'
import { cashKinds, type CashEntry, type DriverCash } from '#domain/schema/cash.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDateTime, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'

const kindWords: Record<CashEntry['kind'], string> = {
  taken: 'Taken',
  taken_back: 'Taking undone',
  handed_in: 'Handed in',
  correction: 'Corrected',
}

/** As many lines as the server tells at once. */
const mostLines = 200
/** More lines than that can be filtered. */
const fewest = 8

/** The ledger of a driver, and how to correct it: with a new line and a reason. */
export function CorrectDialog({ driver, onClose }: { driver: DriverCash; onClose: () => void }) {
  const { workspace } = useMe()
  const ledger = useQuery({
    queryKey: [...keys.cash, 'driver', driver.driver_id],
    queryFn: ({ signal }) => call(getDriverCash, { params: { id: driver.driver_id }, signal }),
  })
  const [kind, choose] = useState<CashEntry['kind']>()
  const entries = ledger.data?.entries ?? []
  const kinds = cashKinds.filter((each) => entries.some((entry) => entry.kind === each))
  const shown = kind ? entries.filter((entry) => entry.kind === kind) : entries
  const money = (amount: number) => formatMoney(amount, workspace.currency)
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cash of ${driver.driver_name}`}
      description={`Outstanding: ${money(ledger.data?.balance ?? driver.balance)}`}
    >
      <div className="grid gap-6">
        {ledger.isPending && <Spinner label="Loading" />}
        <Fold title="Correct it" summary="Adds a line with a reason">
          <Correction driverId={driver.driver_id} />
        </Fold>
        {entries.length > fewest && (
          <FilterChips
            label="Which lines"
            selectionMode="single"
            chips={kinds.map((kind) => ({ id: kind, label: kindWords[kind] }))}
            selected={kind ? [kind] : []}
            onChange={([next]) => choose(kinds.find((each) => each === next))}
          />
        )}
        <ul aria-label="Lines" className="divide-y rounded-xl border">
          {shown.map(({ id, kind, amount, due, reason, author_name, happened_at }) => (
            <li key={id} className="flex items-start justify-between gap-4 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">{kindWords[kind]}</p>
                <p className="text-[0.8125rem] break-words text-ink-muted">
                  {[
                    formatDateTime(happened_at, workspace.time_zone),
                    author_name,
                    due !== null && due !== Math.abs(amount) ? `${money(due)} was due` : undefined,
                    reason ?? undefined,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <span className="font-medium tabular-nums">{money(amount)}</span>
            </li>
          ))}
        </ul>
        {entries.length === mostLines && <p className="text-ink-muted">These are the newest {mostLines} lines.</p>}
      </div>
    </Drawer>
  )
}

function Correction({ driverId }: { driverId: string }) {
  const client = useQueryClient()
  const [amount, setAmount] = useState(Number.NaN)
  const [isLess, setLess] = useState(false)
  const [reason, setReason] = useState('')
  const key = useRef(newIdempotencyKey())
  const correct = useMutation({
    mutationFn: () =>
      call(correctCash, {
        params: { id: driverId },
        body: { amount: isLess ? -amount : amount, reason: reason.trim() },
        idempotencyKey: key.current,
      }),
    onSuccess: async () => {
      key.current = newIdempotencyKey()
      setAmount(Number.NaN)
      setReason('')
      await client.invalidateQueries({ queryKey: keys.cash })
    },
  })
  return (
    <section aria-label="Correct" className="grid gap-4">
      <MoneyField label="Amount" value={amount} onChange={setAmount} />
      <Switch isSelected={isLess} onChange={setLess}>
        The driver has less than is written here
      </Switch>
      <TextField label="Reason" value={reason} onChange={setReason} maxLength={300} isRequired />
      {correct.error && <SaveError title="It was not corrected" error={correct.error} />}
      <Button
        className="justify-self-start"
        isDisabled={!(amount > 0) || reason.trim() === ''}
        isPending={correct.isPending}
        onPress={() => correct.mutate()}
      >
        Add correction
      </Button>
    </section>
  )
}
