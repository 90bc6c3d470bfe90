import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { putPrescription } from '#domain/api/prescriptions.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import {
  prescriptionChecks,
  PrescriptionWrite,
  receiverKinds,
  type Prescription,
  type ReceiverKind,
} from '#domain/schema/prescription.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { checkWords, emptyItem, receiverWords, toBody, toValues, type ItemValues } from './prescription-words.ts'

const mostItems = 50

type PrescriptionFormProps = {
  delivery: Delivery
  /** Absent for a new one. */
  stored: Prescription | undefined
  onClose: () => void
  onSaved: () => void
}

/** Adds a prescription, or changes one that was just read. */
export function PrescriptionForm({ delivery, stored, onClose, onSaved }: PrescriptionFormProps) {
  const client = useQueryClient()
  const form = useRecordForm({
    initial: toValues(stored),
    toBody,
    schema: PrescriptionWrite,
    // Without one yet, whoever adds one first wins, and this form is told.
    save: async (body) => {
      await call(putPrescription, { params: { id: delivery.id }, body, version: stored?.version ?? 0 })
    },
    onSaved: () => {
      toast({ title: `Prescription of delivery #${delivery.number} saved` })
      void client.invalidateQueries({ queryKey: keys.deliveries.all })
      void client.invalidateQueries({ queryKey: keys.prescriptionAccesses(delivery.id) })
      onSaved()
    },
  })
  const { values, set, field, problemOf } = form
  const hasRange = delivery.temperature_min_c !== null || delivery.temperature_max_c !== null
  return (
    <FormDialog
      title={stored ? 'Change prescription' : 'Add prescription'}
      description="It is stored encrypted, and only people who handle prescriptions can read it."
      submit="Save"
      form={form}
      onClose={onClose}
    >
      {form.failure !== undefined && <SaveError title="The prescription was not saved" error={form.failure} />}
      <TextArea
        label="Prescription numbers"
        description="Or references that your pharmacy system can resolve, one a line."
        rows={2}
        isRequired
        {...field('numbers')}
      />
      <Items items={values.items} onChange={(items) => set('items', items)} problemOf={(path) => problemOf(path)} />
      <TextArea
        label="Note"
        description="For people who handle prescriptions. Drivers never see it."
        rows={2}
        {...field('note')}
      />
      <Select
        label="Who may receive it"
        options={receiverKinds.map((id) => ({ id, label: receiverWords[id] }))}
        {...field('received_by')}
        onChange={(value) => set('received_by', value as ReceiverKind)}
      />
      {values.received_by === 'authorized' && (
        <TextArea
          label="Authorized people"
          description="One name a line. The driver sees these names."
          rows={2}
          isRequired
          {...field('authorized_names')}
        />
      )}
      <CheckboxGroup
        label="At the door"
        options={prescriptionChecks.map((id) => ({
          id,
          label: checkWords[id],
          description:
            id === 'identity' ? 'The driver compares the name on a document. Nothing of it is kept.' : undefined,
        }))}
        value={values.checks}
        onChange={(checks) =>
          set(
            'checks',
            prescriptionChecks.filter((check) => checks.includes(check)),
          )
        }
        errorMessage={problemOf('checks')}
      />
      <Checkbox
        isSelected={values.is_refrigerated}
        onChange={(isRefrigerated) => set('is_refrigerated', isRefrigerated)}
      >
        Refrigerated
        <span className="block text-[0.8125rem] text-ink-muted">
          {hasRange
            ? 'The delivery has its own temperatures already.'
            : 'Sets the temperatures of the delivery to 2 to 8 °C.'}
        </span>
      </Checkbox>
    </FormDialog>
  )
}

type ItemsProps = {
  items: ItemValues[]
  onChange: (items: ItemValues[]) => void
  problemOf: (path: 'items' | `items.${string}`) => string | undefined
}

function Items({ items, onChange, problemOf }: ItemsProps) {
  const change = (at: number, part: Partial<ItemValues>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Items</legend>
      {items.map((item, at) => (
        // An item may have no name yet, so its place in the list is what it is known by.
        <fieldset key={at} className="flex flex-col gap-3 border-b pb-4">
          <legend className="sr-only">Item {at + 1}</legend>
          <div className="flex items-end gap-2">
            <TextField
              className="min-w-0 flex-1"
              label="Name"
              isRequired
              value={item.name}
              onChange={(name) => change(at, { name })}
              errorMessage={problemOf(`items.${at}.name`)}
            />
            <IconButton
              label={`Remove item ${at + 1}`}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              className="text-ink-muted"
              onPress={() => onChange(items.toSpliced(at, 1))}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Quantity"
              placeholder="30 tablets"
              value={item.quantity}
              onChange={(quantity) => change(at, { quantity })}
              errorMessage={problemOf(`items.${at}.quantity`)}
            />
            <TextField
              label="Schedule"
              placeholder="II"
              value={item.schedule}
              onChange={(schedule) => change(at, { schedule })}
              errorMessage={problemOf(`items.${at}.schedule`)}
            />
          </div>
          <Checkbox
            isSelected={item.is_controlled}
            onChange={(isControlled) => change(at, { is_controlled: isControlled })}
          >
            Controlled substance
          </Checkbox>
        </fieldset>
      ))}
      {items.length < mostItems && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onPress={() => onChange([...items, emptyItem])}
        >
          Add an item
        </Button>
      )}
    </fieldset>
  )
}
