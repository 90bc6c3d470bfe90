import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { codeKey } from '#domain/road/scanned.ts'
import type { Transfer, TransferItem } from '#domain/schema/transfer.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { transferItemsQuery } from './transfer-queries.ts'
import { useTransferStep } from './use-transfer-step.ts'

type CountDialogProps = { transfer: Transfer; step: 'depart' | 'arrive'; onClose: () => void }

/** How many parcels of a delivery there can be. */
const mostOf = (item: TransferItem, step: 'depart' | 'arrive') =>
  step === 'depart' ? item.parcels : (item.loaded ?? item.parcels)

/** A transfer leaves or arrives, with all of its parcels, or with those that are scanned or ticked. */
export function CountDialog({ transfer, step, onClose }: CountDialogProps) {
  const isAgain = transfer.state === 'arrived'
  const items = useQuery(transferItemsQuery(transfer.id))
  const [isCounting, setCounting] = useState(isAgain)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [code, setCode] = useState('')
  const [news, setNews] = useState('')
  const move = useTransferStep(transfer, onClose)
  const rows = items.data ?? []
  const all = rows.flatMap((item) => item.codes.map((each) => ({ item, code: each })))
  const key = (item: TransferItem, each: string) => `${item.delivery_id} ${each}`
  const tickedOf = (item: TransferItem) => item.codes.filter((each) => ticked.has(key(item, each))).length
  const before = (item: TransferItem) => (isAgain ? (item.received ?? 0) : 0)
  const countOfItem = (item: TransferItem) => Math.min(Math.max(before(item), tickedOf(item)), mostOf(item, step))
  const counted = rows.reduce((sum, item) => sum + countOfItem(item), 0)
  const due = rows.reduce((sum, item) => sum + mostOf(item, step), 0)
  const tick = (id: string, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const scan = () => {
    const found = all.find((each) => codeKey(each.code) === codeKey(code))
    if (!code.trim()) return
    if (!found) setNews(`${code.trim()} is not on this transfer.`)
    else if (ticked.has(key(found.item, found.code))) setNews(`${found.code} was scanned already.`)
    else {
      tick(key(found.item, found.code), true)
      setNews(`${found.code} belongs to delivery ${found.item.number}.`)
    }
    setCode('')
  }
  const send = () => {
    const counts = isCounting ? rows.map((item) => ({ delivery_id: item.delivery_id, parcels: countOfItem(item) })) : []
    if (step === 'depart') move.mutate({ step, body: { loaded: counts } })
    else move.mutate({ step, body: { received: counts } })
  }
  const title = isAgain ? 'Count again' : step === 'depart' ? 'Departed' : 'Arrived'
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Transfer ${transfer.number}: ${title.toLowerCase()}`}
      description={
        step === 'depart'
          ? `It leaves ${transfer.from_depot_name} now. What is not on board stays there.`
          : `It is at ${transfer.to_depot_name} now. What is missing can be counted later.`
      }
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={items.isPending || (isCounting && step === 'depart' && counted === 0)}
            isPending={move.isPending}
            onPress={send}
          >
            {isCounting ? `${title} with ${formatNumber(counted)} of ${formatNumber(due)}` : `${title} with everything`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {items.isLoadingError && (
          <LoadError
            title="The parcels could not be loaded"
            error={items.error}
            onRetry={() => void items.refetch()}
            isRetrying={items.isFetching}
          />
        )}
        {!isAgain && (
          <Switch isSelected={isCounting} onChange={setCounting}>
            Count parcels
          </Switch>
        )}
        {isCounting && (
          <>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                scan()
              }}
            >
              <TextField
                label="Scan or type a code"
                value={code}
                onChange={setCode}
                prefix={<ScanLine aria-hidden="true" className="size-4" />}
                autoFocus
                autoComplete="off"
              />
            </form>
            <p role="status" className="text-[0.8125rem] text-ink-muted">
              {news || `${formatNumber(counted)} of ${countOf(due, 'parcel')}`}
            </p>
            {items.isPending ? (
              <Skeleton className="h-24" />
            ) : (
              <ul className="grid gap-3">
                {all.map(({ item, code: each }) => (
                  <li key={key(item, each)}>
                    <Checkbox isSelected={ticked.has(key(item, each))} onChange={(isOn) => tick(key(item, each), isOn)}>
                      <span className="font-medium tabular-nums">{each}</span>{' '}
                      <span className="text-ink-muted wrap-anywhere">{item.delivery_address}</span>
                    </Checkbox>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        {move.error && <SaveError title="It was not saved" error={move.error} />}
      </div>
    </Dialog>
  )
}
