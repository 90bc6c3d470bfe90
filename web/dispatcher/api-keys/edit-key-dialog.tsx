import { changeApiKey } from '#domain/api/api-keys.ts'
import { ApiKeyChange, type ApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import type { Part } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { KeyFields, toBody, type KeyValues } from './key-fields.tsx'
import { lifetimes, scopesText, stateOf } from './key-words.ts'

type Props = { apiKey: ApiKey; onClose: () => void; onSaved: () => void }

const toValues = ({ name, scopes, depot_ids, allowed_addresses, expires_at }: ApiKey): KeyValues => ({
  name,
  scopes,
  depot_ids: depot_ids ?? [],
  allowed_addresses: (allowed_addresses ?? []).join('\n'),
  expires_at: expires_at ? 'kept' : 'never',
})

const parts: Part<KeyValues>[] = [
  { label: 'Name', fields: ['name'], show: ({ name }) => name },
  { label: 'What it may do', fields: ['scopes'], show: ({ scopes }) => scopesText(scopes) },
  { label: 'Depots', fields: ['depot_ids'], show: ({ depot_ids: ids }) => (ids.length ? `${ids.length}` : 'All') },
  {
    label: 'Addresses',
    fields: ['allowed_addresses'],
    show: ({ allowed_addresses: text }) => text.replaceAll('\n', ', ') || 'From everywhere',
  },
  {
    label: 'Expires',
    fields: ['expires_at'],
    show: ({ expires_at: lifetime }) => lifetimes.find(({ id }) => id === lifetime)?.label ?? 'As it is',
  },
]

/** Changes what a key is called and may do. Entries in the history keep the old name. */
export function EditKeyDialog({ apiKey, onClose, onSaved }: Props) {
  const { workspace } = useMe()
  const isOver = stateOf(apiKey, Date.now()) !== 'active'
  const form = useRecordForm({
    initial: toValues(apiKey),
    // Of a key that has ended, only the name can change.
    toBody: (values) => (isOver ? { name: values.name } : toBody(values, apiKey.expires_at)),
    schema: ApiKeyChange,
    shared: { record: apiKey, toValues, parts, gone: { code: 'api_key_not_found', noun: 'key' } },
    save: (body, { version }) => call(changeApiKey, { params: { id: apiKey.id }, body, version }),
    onSaved: () => {
      onSaved()
      onClose()
      toast({ title: 'The key was saved' })
    },
  })
  const kept = apiKey.expires_at && { id: 'kept', label: `On ${formatDate(apiKey.expires_at, workspace.time_zone)}` }
  return (
    <FormDialog title="Edit API key" submit="Save" form={form} onClose={onClose}>
      <FormNews news={form.news} />
      {form.failure !== undefined && <LoadError title="The key was not saved" error={form.failure} />}
      {isOver ? (
        <TextField
          label="Name"
          description="This key no longer works. Only its name can be changed."
          autoFocus
          isRequired
          {...form.field('name')}
        />
      ) : (
        <KeyFields
          form={form}
          hasDepots={apiKey.mode === 'live'}
          expiryOptions={kept ? [kept, ...lifetimes] : lifetimes}
        />
      )}
      <FormConflict conflict={form.conflict} />
    </FormDialog>
  )
}
