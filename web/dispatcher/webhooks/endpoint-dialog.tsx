import { useState } from 'react'
import { changeWebhook, createWebhook } from '#domain/api/webhooks.ts'
import { NewWebhookEndpoint, WebhookEndpointChange, type CreatedWebhookEndpoint } from '#domain/schema/webhook.ts'
import type { WebhookEndpoint } from '#domain/schema/webhook-endpoint.ts'
import { call } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { LoadError } from '#web/lib/load-error.tsx'
import type { Part } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EndpointFields, noValues, toBody, toValues, type EndpointValues } from './endpoint-fields.tsx'
import { NewSecret } from './new-secret.tsx'
import { typesWords } from './webhook-words.ts'

type Props = { onClose: () => void; onSaved: () => void }

/** Asks where events should go, adds the endpoint, and shows its secret once. */
export function NewEndpointDialog({ onClose, onSaved }: Props) {
  const [created, setCreated] = useState<CreatedWebhookEndpoint>()
  const form = useRecordForm({
    initial: noValues,
    toBody,
    schema: NewWebhookEndpoint,
    save: async (body) => setCreated(await call(createWebhook, { body })),
    onSaved,
  })
  if (created) return <NewSecret endpoint={created} onClose={onClose} />
  return (
    <EndpointForm
      title="Add webhook"
      submit="Add webhook"
      failed="The webhook was not added"
      form={form}
      onClose={onClose}
    />
  )
}

const parts: Part<EndpointValues>[] = [
  { label: 'Address', fields: ['url'], show: ({ url }) => url },
  { label: 'Description', fields: ['description'], show: ({ description }) => description || 'None' },
  {
    label: 'What is posted',
    fields: ['which', 'kinds', 'types'],
    show: (values) => typesWords(toBody(values).types),
  },
  { label: 'Depots', fields: ['depot_ids'], show: ({ depot_ids: ids }) => (ids.length ? `${ids.length}` : 'All') },
]

/** Changes where events go, and which. */
export function EditEndpointDialog({ endpoint, onClose, onSaved }: Props & { endpoint: WebhookEndpoint }) {
  const form = useRecordForm({
    initial: toValues(endpoint),
    toBody,
    schema: WebhookEndpointChange,
    shared: { record: endpoint, toValues, parts, gone: { code: 'webhook_not_found', noun: 'webhook' } },
    save: (body, { version }) => call(changeWebhook, { params: { id: endpoint.id }, body, version }),
    onSaved: () => {
      onSaved()
      onClose()
      toast({ title: 'The webhook was saved' })
    },
  })
  return (
    <EndpointForm title="Edit webhook" submit="Save" failed="The webhook was not saved" form={form} onClose={onClose} />
  )
}

type RecordForm = ReturnType<typeof useRecordForm<EndpointValues, unknown, WebhookEndpoint>>
type EndpointFormProps = { title: string; submit: string; failed: string; form: RecordForm; onClose: () => void }

function EndpointForm({ title, submit, failed, form, onClose }: EndpointFormProps) {
  return (
    <FormDialog title={title} submit={submit} form={form} onClose={onClose}>
      <FormNews news={form.news} />
      {form.failure !== undefined && <LoadError title={failed} error={form.failure} />}
      <EndpointFields form={form} />
      <FormConflict conflict={form.conflict} />
    </FormDialog>
  )
}
