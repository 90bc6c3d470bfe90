import { useState } from 'react'
import { correctedStatuses, type CorrectedStatus } from '#domain/delivery-state.ts'
import { correctStatus } from '#domain/api/statuses.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { StatusCorrection } from '#domain/schema/status.ts'
import { call } from '#web/lib/call.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'
import { saidOf, StatusFields, type StatusValues } from './status-fields.tsx'
import { useSubmit } from './use-submit.ts'

type CorrectDialogProps = { delivery: Delivery; refresh: () => unknown; onClose: () => void }

const options = correctedStatuses.map((id) => ({ id, label: stateLook(id).label }))

/** Asks for the right status of a delivery, and why the other one was wrong. */
export function CorrectDialog({ delivery, refresh, onClose }: CorrectDialogProps) {
  // What was wrong is what stood there when the dialog opened.
  const [wrong] = useState(delivery)
  const [status, setStatus] = useState<CorrectedStatus>(wrong.status as CorrectedStatus)
  const [values, setValues] = useState<StatusValues>({
    at: null,
    reason: wrong.failure_reason,
    note: wrong.status_note ?? '',
  })
  const [why, setWhy] = useState('')
  const isFailed = status === 'failed'
  const form = useSubmit(StatusCorrection, async (body) => {
    try {
      await call(correctStatus, { params: { id: wrong.id }, body, version: wrong.version })
    } finally {
      void refresh()
    }
    toast({ tone: 'success', title: `The status of delivery #${wrong.number} was corrected` })
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Correct delivery #${wrong.number}`}
      description={`It says ${stateLook(wrong.status).label.toLowerCase()}. The history keeps that, next to your correction.`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit({ status, ...saidOf(values, isFailed), why })
        }}
      >
        {form.failure !== undefined && <SaveError title="The status was not corrected" error={form.failure} />}
        <Select
          label="Right status"
          options={options}
          value={status}
          onChange={(id) => setStatus(id as CorrectedStatus)}
        />
        <StatusFields
          values={values}
          onChange={(part) => {
            form.forget(Object.keys(part))
            setValues((now) => ({ ...now, ...part }))
          }}
          problemOf={form.problemOf}
          isFailed={isFailed}
          usualTime={new Date(wrong.status_at ?? wrong.updated_at)}
        />
        <TextArea
          label="Why it was wrong"
          isRequired
          rows={2}
          maxLength={500}
          placeholder="Such as: pressed for the wrong delivery"
          value={why}
          onChange={(text) => {
            form.forget(['why'])
            setWhy(text)
          }}
          errorMessage={form.problemOf('why')}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={form.isSaving}>
            Correct
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
