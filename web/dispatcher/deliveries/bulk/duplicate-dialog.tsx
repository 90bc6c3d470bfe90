import { parseDate } from '@internationalized/date'
import { useState } from 'react'
import { mostCopies, mostTimes } from '#domain/api/bulk.ts'
import { dayOf } from '#domain/time.ts'
import { newIdempotencyKey } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Refused } from '../status/use-submit.ts'
import { useDeliveryActions, type CopyTarget } from '../use-delivery-actions.ts'
import { CopyDays, noDay } from './copy-days.tsx'
import { copyProblem } from './copy-words.ts'

type DuplicateDialogProps = {
  target: CopyTarget
  count: number
  /** Such as “delivery #12”; otherwise so many are meant. */
  name?: string | undefined
  onClose: () => void
}

/** Asks on which days deliveries are wanted again, and how often. Stays open with what was entered until that is done. */
export function DuplicateDialog({ target, count, name, onClose }: DuplicateDialogProps) {
  const { workspace } = useMe()
  const { duplicate } = useDeliveryActions()
  const [days, setDays] = useState(() => [
    parseDate(dayOf(new Date(), workspace.time_zone)).add({ days: 1 }).toString(),
  ])
  const [times, setTimes] = useState(1)
  // Sending the same again after a lost answer makes no second copies.
  const [keys] = useState(() => new Map<string, string>())
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const copies = count * days.length * times
  const problem = copyProblem({ days: days.length, copies })
  const submit = async () => {
    if (problem || isSaving) return
    const wanted = { days: days.toSorted().map((day) => (day === noDay ? null : day)), times }
    const name = JSON.stringify(wanted)
    keys.set(name, keys.get(name) ?? newIdempotencyKey())
    setSaving(true)
    setFailure(undefined)
    try {
      await duplicate(target, wanted, keys.get(name)!)
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Duplicate ${name ?? countOf(count, 'delivery', 'deliveries')}`}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure instanceof Refused ? (
          <p role="alert" className="font-medium text-danger-ink">
            {failure.message}
          </p>
        ) : (
          failure !== undefined && <SaveError title="Nothing was copied" error={failure} />
        )}
        <CopyDays days={days} onChange={setDays} />
        <NumberField
          label="Copies for each day"
          className="max-w-48"
          minValue={1}
          maxValue={mostTimes}
          value={times}
          onChange={(value) => setTimes(Number.isNaN(value) ? 1 : value)}
        />
        <p className="text-ink-muted">
          Copies are new deliveries without a reference. Parcels keep their sizes, but not their codes.
        </p>
        {problem && (
          <p role="alert" className="font-medium text-danger-ink">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isSaving} isDisabled={problem !== undefined}>
            {copies > 0 && copies <= mostCopies ? `Add ${countOf(copies, 'copy', 'copies')}` : 'Add copies'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
