import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { sendNotificationAgain, textRecipient } from '#domain/api/notifications.ts'
import { countSegments } from '#domain/notifications/segments.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Notification, NotificationReply } from '#domain/schema/notification.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'
import { failureWords, headOf, stateTones, stateWords } from './notification-words.ts'
import { Consents } from './consents.tsx'
import { deliveryNotificationsQuery } from './queries.ts'

type Line = { at: string; told: Notification } | { at: string; reply: NotificationReply }

/** What the recipient of a delivery was told and answered, and a text to them. */
export function DeliveryMessages({ delivery }: { delivery: Delivery }) {
  const thread = useQuery(deliveryNotificationsQuery(delivery.id))
  const mayWrite = useMay('change_deliveries')
  if (thread.isLoadingError) {
    return <LoadError error={thread.error} onRetry={() => void thread.refetch()} isRetrying={thread.isFetching} />
  }
  if (!thread.data) return <Skeleton className="h-40 w-full rounded-xl" />
  const { notifications, replies, consents } = thread.data
  const lines: Line[] = [
    ...notifications.map((told) => ({ at: told.created_at, told })),
    ...replies.map((reply) => ({ at: reply.received_at, reply })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <div className="flex flex-col gap-5">
      <Consents consents={consents} mayChange={mayWrite && !delivery.erased_at} />
      {lines.length === 0 && (
        <p className="text-ink-muted">
          The recipient has not been told anything yet. Messages and answers appear here.
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {lines.map((line) =>
          'told' in line ? (
            <Told key={line.told.id} told={line.told} mayRepeat={mayWrite} />
          ) : (
            <Answer key={line.reply.id} reply={line.reply} />
          ),
        )}
      </ol>
      {mayWrite && !delivery.erased_at && <WriteText delivery={delivery} />}
    </div>
  )
}

function Told({ told, mayRepeat }: { told: Notification; mayRepeat: boolean }) {
  const client = useQueryClient()
  const { currency, time_zone } = useMe().workspace
  const again = useMutation({
    mutationFn: () => call(sendNotificationAgain, { params: { id: told.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.notifications.all }),
    onError: (error) => toast({ title: error.message, tone: 'error' }),
  })
  const isRepeatable = ['failed', 'unknown', 'skipped'].includes(told.state)
  const why = failureWords(told)
  return (
    <li className="rounded-xl border bg-surface p-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{headOf(told)}</span>
        <Badge tone={stateTones[told.state]}>{stateWords(told.state)}</Badge>
      </div>
      {told.subject && <p className="mt-2 font-medium wrap-anywhere">{told.subject}</p>}
      {told.body && <p className="mt-1 wrap-anywhere whitespace-pre-line">{told.body}</p>}
      {why && <p className="mt-1.5 text-[0.8125rem] text-pretty text-ink-muted">{why}</p>}
      <p className="mt-1.5 text-[0.8125rem] text-ink-muted">
        {[
          formatDateTime(told.created_at, time_zone),
          told.recipient,
          told.author_name,
          told.segments && `${countOf(told.segments, 'segment')}, ${formatMoney(told.cost, currency)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {mayRepeat && isRepeatable && (
        <Button
          size="small"
          className="mt-2"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          isPending={again.isPending}
          onPress={() => again.mutate()}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

function Answer({ reply }: { reply: NotificationReply }) {
  const { time_zone } = useMe().workspace
  return (
    <li className="ml-8 rounded-xl border border-brand bg-brand-soft p-3.5 text-brand-ink">
      <span className="font-medium">The recipient answered</span>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply.body ?? 'Erased'}</p>
      <p className="mt-1.5 text-[0.8125rem]">
        {[formatDateTime(reply.received_at, time_zone), reply.sender].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

/** A text by hand. What was typed stays until it is sent. */
function WriteText({ delivery }: { delivery: Delivery }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const send = useMutation({
    mutationFn: () =>
      call(textRecipient, { params: { id: delivery.id }, body: { text: text.trim() }, idempotencyKey: key }),
    onSuccess: async () => {
      setText('')
      setKey(newIdempotencyKey())
      await client.invalidateQueries({ queryKey: keys.notifications.ofDelivery(delivery.id) })
    },
  })
  const { segments } = countSegments(text.trim())
  return (
    <section aria-label="Write to the recipient" className="flex flex-col gap-3 border-t pt-4">
      {send.error && <SaveError title="The text was not sent" error={send.error} />}
      <TextArea
        label="Text to the recipient"
        description={
          delivery.recipient_phone
            ? segments > 1
              ? `To ${delivery.recipient_phone}. ${countOf(segments, 'segment')}.`
              : `To ${delivery.recipient_phone}.`
            : 'The delivery has no phone number.'
        }
        maxLength={1000}
        isDisabled={!delivery.recipient_phone}
        value={text}
        onChange={(value) => {
          setText(value)
          setKey(newIdempotencyKey())
        }}
      />
      <div>
        <Button
          icon={<Send aria-hidden="true" className="size-4" />}
          isPending={send.isPending}
          isDisabled={!text.trim() || !delivery.recipient_phone}
          onPress={() => send.mutate()}
        >
          Send text
        </Button>
      </div>
    </section>
  )
}
