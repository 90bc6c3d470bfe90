import { useState } from 'react'
import { Form } from 'react-aria-components'
import { createApiKey } from '#domain/api/api-keys.ts'
import { keyScopes } from '#domain/permissions.ts'
import { NewApiKey, type CreatedApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { expiryOf, lifetimes, type Lifetime } from './api-key-words.ts'
import { SecretOnce } from './secret-once.tsx'

const accessOptions = [
  { id: 'all', label: 'Everything', description: 'Can create, change and plan, like a dispatcher.' },
  { id: 'read', label: 'Read only', description: 'Can see everything but change nothing.' },
]

/** Asks what the new key is for, creates it, and shows it once. */
export function NewApiKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const form = useRecordForm({
    initial: { name: '', access: 'all', expires_at: 'never' as Lifetime },
    toBody: ({ access, ...values }) => ({
      ...values,
      scopes: access === 'all' ? [...keyScopes] : ['read' as const],
      expires_at: expiryOf(values.expires_at, Date.now()),
    }),
    schema: NewApiKey,
    save: async (body) => setCreated(await call(createApiKey, { body })),
    onSaved: onCreated,
  })
  const { values, set, problemOf } = form
  if (created) return <SecretOnce apiKey={created} onClose={onClose} />

  return (
    <Dialog
      isOpen
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
        className="flex flex-col gap-4"
      >
        {form.failure !== undefined && <LoadError title="The key was not created" error={form.failure} />}
        <TextField
          label="Name"
          description="The program that will use it. Its name appears in the history of its changes."
          placeholder="Web shop"
          autoFocus
          isRequired
          value={values.name}
          onChange={(name) => set('name', name)}
          errorMessage={problemOf('name')}
        />
        <RadioGroup
          label="Access"
          options={accessOptions}
          value={values.access}
          onChange={(access) => set('access', access)}
          errorMessage={problemOf('access')}
        />
        <Select
          label="Expires"
          options={lifetimes}
          value={values.expires_at}
          onChange={(lifetime) => set('expires_at', lifetime as Lifetime)}
          errorMessage={problemOf('expires_at')}
        />
      </Form>
    </Dialog>
  )
}
