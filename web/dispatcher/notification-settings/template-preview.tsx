import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { previewNotification } from '#domain/api/notifications.ts'
import { isRightToLeft } from '#domain/messages/languages.ts'
import type { Template, TemplateName } from '#domain/notifications/defaults.ts'
import type { NotificationPreview } from '#domain/schema/notification-settings.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { Select } from '#web/ui/select.tsx'

const examples = { id: 'examples', label: 'Examples' }

/** How a template reads on a real delivery, and what it costs as a text. */
export function TemplatePreview({ name, draft }: { name: TemplateName; draft: Template }) {
  const [delivery, setDelivery] = useState('examples')
  const newest = useQuery({
    queryKey: [...keys.notifications.all, 'newest deliveries'],
    queryFn: ({ signal }) => call(listDeliveries, { query: { limit: 20 }, signal }),
  })
  // As text, because a new object each time would never settle.
  const settled = useSettled(
    JSON.stringify({ ...name, ...draft, delivery_id: delivery === 'examples' ? null : delivery }),
  )
  const preview = useQuery({
    queryKey: [...keys.notifications.all, 'preview', settled],
    queryFn: ({ signal }) => call(previewNotification, { body: JSON.parse(settled) as never, signal }),
    placeholderData: keepPreviousData,
  })
  const options = [
    examples,
    ...(newest.data?.data ?? []).map(({ id, number, recipient_name }) => ({
      id,
      label: `Delivery ${number}${recipient_name ? `, ${recipient_name}` : ''}`,
    })),
  ]
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-4">
      <Select
        label="Preview with"
        options={options}
        value={delivery}
        onChange={(value) => setDelivery(String(value))}
      />
      {preview.isLoadingError && (
        <LoadError
          title="The preview could not be made"
          error={preview.error}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      )}
      {preview.data && <Shown preview={preview.data} name={name} />}
    </section>
  )
}

function Shown({ preview, name }: { preview: NotificationPreview; name: TemplateName }) {
  const { subject, body, encoding, units, segments, unusual, cost, currency } = preview
  return (
    <>
      <div
        dir={isRightToLeft(name.language) ? 'rtl' : 'ltr'}
        lang={name.language}
        className="rounded-xl border bg-sunken p-4 wrap-anywhere whitespace-pre-line"
      >
        {subject && <p className="mb-1 font-semibold">{subject}</p>}
        <p>{body}</p>
      </div>
      {name.channel === 'sms' && (
        <p aria-live="polite" className="text-[0.8125rem] text-ink-muted">
          {countOf(segments, 'segment')}, {formatMoney(cost, currency)}. {units} characters, {encoding}.
          {unusual.length > 0 && ` These make it longer: ${unusual.join(' ')}`}
        </p>
      )}
    </>
  )
}
