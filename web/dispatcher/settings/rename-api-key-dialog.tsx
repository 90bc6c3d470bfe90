import { Form } from 'react-aria-components'
import { changeApiKey } from '#domain/api/api-keys.ts'
import { ApiKeyChange, type ApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { apiKey: ApiKey; onClose: () => void; onRenamed: () => void }

/** Renames a key. Entries in the history keep the old name. */
export function RenameApiKeyDialog({ apiKey, onClose, onRenamed }: Props) {
  const form = useRecordForm({
    initial: { name: apiKey.name },
    toBody: (values) => values,
    schema: ApiKeyChange,
    shared: {
      record: apiKey,
      toValues: ({ name }) => ({ name }),
      parts: [{ label: 'Name', fields: ['name'], show: ({ name }) => name }],
      gone: { code: 'api_key_not_found', noun: 'key' },
    },
    save: (body, { version }) => call(changeApiKey, { params: { id: apiKey.id }, body, version }),
    onSaved: () => {
      onRenamed()
      onClose()
      toast({ title: 'The key was renamed' })
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Rename API key"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="rename-api-key" isPending={form.isSaving}>
            Rename
          </Button>
        </>
      }
    >
      <Form
        id="rename-api-key"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-4"
      >
        <FormNews news={form.news} />
        {form.failure !== undefined && <LoadError title="The key was not renamed" error={form.failure} />}
        <TextField
          label="Name"
          autoFocus
          isRequired
          value={form.values.name}
          onChange={(name) => form.set('name', name)}
          errorMessage={form.problemOf('name')}
        />
        <FormConflict conflict={form.conflict} />
      </Form>
    </Dialog>
  )
}
