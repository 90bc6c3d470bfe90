import { useState } from 'react'
import type { StatusByHand } from '#domain/delivery-state.ts'
import { StatusStep } from '#domain/schema/status.ts'
import { countOf } from '#web/lib/format.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import type { BulkTarget, useDeliveryActions } from '../use-delivery-actions.ts'
import { saidOf, StatusFields, type StatusValues } from './status-fields.tsx'
import { useSubmit } from './use-submit.ts'

export type StatusQuestion = {
  target: BulkTarget
  /** Such as “delivery #12”; otherwise so many are meant. */
  name?: string
  count: number
  /** What can be said of them. */
  next: readonly StatusByHand[]
  /** What is meant already. */
  status?: StatusByHand
}

type StatusDialogProps = {
  question: StatusQuestion
  setStatuses: ReturnType<typeof useDeliveryActions>['setStatuses']
  onClose: () => void
}

/** Asks what has happened to deliveries, when, and why they failed. */
export function StatusDialog({ question, setStatuses, onClose }: StatusDialogProps) {
  const { target, next, count } = question
  const [opened] = useState(() => new Date())
  const [status, setStatus] = useState<StatusByHand>(question.status ?? next[0]!)
  const [values, setValues] = useState<StatusValues>({ at: null, reason: null, note: '' })
  const isFailed = status === 'failed'
  const form = useSubmit(StatusStep, async (step) => {
    await setStatuses(target, step)
    onClose()
  })
  const name = question.name ?? countOf(count, 'delivery', 'deliveries')
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Set the status of ${name}`}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit({ status, ...saidOf(values, isFailed) })
        }}
      >
        {form.failure !== undefined && <SaveError title="The status was not set" error={form.failure} />}
        {form.refusal && (
          <p role="alert" className="font-medium text-danger-ink">
            {form.refusal}
          </p>
        )}
        <RadioGroup
          label="What has happened"
          isLabelHidden
          options={next.map((id) => ({ id, label: stateLook(id).label }))}
          value={status}
          onChange={(id) => setStatus(id as StatusByHand)}
        />
        <StatusFields
          values={values}
          onChange={(part) => {
            form.forget(Object.keys(part))
            setValues((now) => ({ ...now, ...part }))
          }}
          problemOf={form.problemOf}
          isFailed={isFailed}
          usualTime={opened}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={form.isSaving}>
            Set status
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
