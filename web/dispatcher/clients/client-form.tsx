import { changeClient, createClient } from '#domain/api/clients.ts'
import { NewClient, type Client } from '#domain/schema/client.ts'
import { call, CallError } from '#web/lib/call.ts'
import { textOrNull } from '#web/lib/field-values.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'

const toValues = (client: Client | undefined) => ({
  name: client?.name ?? '',
  reference: client?.reference ?? '',
  email: client?.email ?? '',
  phone: client?.phone ?? '',
  active: client?.active ?? true,
})

const { text, ...other } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  text('Name', 'name'),
  text('Reference', 'reference'),
  text('Email', 'email'),
  text('Phone', 'phone'),
  other.switch('Active', 'active'),
]

/** Adds or edits a client. */
export function ClientForm({ row, onClose, onSaved }: { row?: Client; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_deliveries')
  const form = useRecordForm({
    initial: toValues(row),
    toBody: ({ name, reference, email, phone, active }) => ({
      name,
      reference: textOrNull(reference),
      email: textOrNull(email),
      phone: textOrNull(phone),
      active,
    }),
    schema: NewClient,
    shared: row && { record: row, toValues, parts, gone: { code: 'client_not_found', noun: 'client' } },
    save: async (body, { idempotencyKey, version }) => {
      try {
        return row
          ? await call(changeClient, { params: { id: row.id }, body, version })
          : await call(createClient, { body, idempotencyKey })
      } catch (error) {
        throw atName(error)
      }
    },
    onSaved,
  })
  const { values, set, field } = form
  return (
    <RecordDrawer
      title={row ? row.name : 'Add client'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_deliveries" doing="change clients" />}
      submitLabel={row ? 'Save' : 'Add client'}
      onClose={onClose}
    >
      <TextField label="Name" isRequired autoFocus={!row} {...field('name')} />
      <TextField
        label="Reference"
        description="Your own number for this client. Files and programs may use it in place of the name."
        {...field('reference')}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Email" type="email" {...field('email')} />
        <TextField label="Phone" type="tel" placeholder="+62 811 0000 001" {...field('phone')} />
      </div>
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="People of an inactive client see nothing any more. Its deliveries stay."
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

/** A name that another client has is a problem of the field. */
function atName(error: unknown): unknown {
  if (!(error instanceof CallError) || error.code !== 'duplicate_client') return error
  const { code, status, message } = error
  return new CallError({ code, status, title: message, errors: [{ path: 'name', message }] })
}
