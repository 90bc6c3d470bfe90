import { useState } from 'react'
import { Form } from 'react-aria-components'
import { createApiKey } from '#domain/api/api-keys.ts'
import { NewApiKey, type CreatedApiKey, type KeyMode } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { KeyFields, noValues, toBody, type KeyValues } from './key-fields.tsx'
import { NewSecret } from './new-secret.tsx'

const modes = [
  { id: 'live', label: 'Live key', description: 'Works in this workspace.' },
  { id: 'test', label: 'Test key', description: 'Works in a sandbox of sample data. Nothing leaves it.' },
]

/** Asks what the new key is for, creates it, and shows it once. */
export function NewKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const form = useRecordForm({
    initial: { ...noValues, mode: 'live' as KeyMode },
    toBody: ({ mode, ...values }: KeyValues & { mode: KeyMode }) => ({
      ...toBody(values),
      mode,
      ...(mode === 'test' && { depot_ids: null }),
    }),
    schema: NewApiKey,
    save: async (body) => setCreated(await call(createApiKey, { body })),
    onSaved: onCreated,
  })
  if (created) return <NewSecret apiKey={created} onClose={onClose} />

  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Create API key"
      isDismissable={!form.isChanged && !form.isSaving}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isSaving}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="new-api-key" isPending={form.isSaving}>
            Create key
          </Button>
        </>
      }
    >
      <Form
        id="new-api-key"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-5"
      >
        {form.failure !== undefined && <LoadError title="The key was not created" error={form.failure} />}
        <RadioGroup
          label="Kind"
          options={modes}
          value={form.values.mode}
          onChange={(mode) => form.set('mode', mode as KeyMode)}
        />
        <KeyFields form={form} hasDepots={form.values.mode === 'live'} />
      </Form>
    </Dialog>
  )
}
