import { useState } from 'react'
import { changeApp, createApp } from '#domain/api/apps.ts'
import { AppChange, NewApp, type App, type CreatedApp } from '#domain/schema/app.ts'
import { call } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import type { Part } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AppFields, noValues, toBody, toValues, type AppValues } from './app-fields.tsx'
import { NewAppSecret } from './new-app-secret.tsx'

type Props = { onClose: () => void; onSaved: () => void }

const kinds = [
  { id: 'confidential', label: 'Confidential', description: 'Runs on a server that can keep a secret.' },
  { id: 'public', label: 'Public', description: 'Runs on a phone, a computer or in a page. It has no secret.' },
]

/** Asks what an app is called and where people go back to, registers it, and shows its secret once. */
export function NewAppDialog({ onClose, onSaved }: Props) {
  const [created, setCreated] = useState<CreatedApp>()
  const form = useRecordForm({
    initial: { ...noValues, type: 'confidential' },
    toBody: ({ type, ...values }: AppValues & { type: string }) => ({ ...toBody(values), type }),
    schema: NewApp,
    save: async (body) => setCreated(await call(createApp, { body })),
    onSaved,
  })
  if (created) return <NewAppSecret app={created} onClose={onClose} />
  return (
    <FormDialog title="Register app" submit="Register app" form={form} onClose={onClose}>
      {form.failure !== undefined && <LoadError title="The app was not registered" error={form.failure} />}
      <AppFields form={form} />
      <RadioGroup label="Kind" options={kinds} value={form.values.type} onChange={(type) => form.set('type', type)} />
    </FormDialog>
  )
}

const parts: Part<AppValues>[] = [
  { label: 'Name', fields: ['name'], show: ({ name }) => name },
  { label: 'Redirect addresses', fields: ['redirect_uris'], show: ({ redirect_uris: uris }) => uris },
  { label: 'Website', fields: ['website'], show: ({ website }) => website || 'None' },
  { label: 'Logo', fields: ['logo_url'], show: ({ logo_url: url }) => url || 'None' },
]

/** Changes what an app is called, and where people go back to. */
export function EditAppDialog({ app, onClose, onSaved }: Props & { app: App }) {
  const form = useRecordForm({
    initial: toValues(app),
    toBody,
    schema: AppChange,
    shared: { record: app, toValues, parts, gone: { code: 'app_not_found', noun: 'app' } },
    save: (body, { version }) => call(changeApp, { params: { id: app.id }, body, version }),
    onSaved: () => {
      onSaved()
      onClose()
      toast({ title: 'The app was saved' })
    },
  })
  return (
    <FormDialog title="Edit app" submit="Save" form={form} onClose={onClose}>
      <FormNews news={form.news} />
      {form.failure !== undefined && <LoadError title="The app was not saved" error={form.failure} />}
      <AppFields form={form} />
      <FormConflict conflict={form.conflict} />
    </FormDialog>
  )
}
