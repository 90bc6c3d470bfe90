import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readMessages, sendMessage } from '#domain/api/messages.ts'
import type { Message, MessageThread } from '#domain/schema/message.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Compose } from './compose.tsx'
import { MessagePhoto } from './message-photo.tsx'
import { messagesQuery } from './message-queries.ts'
import { stateWords } from './message-words.ts'

/** The messages with one driver. Seeing them says to the driver that they were read. */
export function Thread({ driverId, thread }: { driverId: string; thread: MessageThread | undefined }) {
  const client = useQueryClient()
  const mayWrite = useMay('change_deliveries')
  const messages = useQuery(messagesQuery(driverId))
  const refresh = () => client.invalidateQueries({ queryKey: keys.messages.all })
  const { mutate: markRead } = useMutation({
    mutationFn: () => call(readMessages, { params: { id: driverId } }),
    onSuccess: ({ read }) => (read ? refresh() : undefined),
  })
  const unread = messages.data?.unread ?? 0
  useEffect(() => {
    if (unread > 0 && mayWrite) markRead()
  }, [unread, mayWrite, markRead])
  if (messages.isPending) return <Spinner label="Loading messages" />
  if (messages.isLoadingError) {
    return (
      <LoadError
        title="The messages could not be loaded"
        error={messages.error}
        onRetry={() => void messages.refetch()}
        isRetrying={messages.isFetching}
      />
    )
  }
  const inOrder = messages.data.data.toReversed()
  return (
    <>
      {thread?.has_account === false && (
        <Banner tone="warning">This driver has no account yet. Messages wait until they open the app.</Banner>
      )}
      <ol aria-label="Messages" aria-live="polite" className="flex flex-col gap-3">
        {inOrder.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
      </ol>
      {inOrder.length === 0 && <p className="text-ink-muted">Nothing written yet.</p>}
      {mayWrite && (
        <Compose
          send={async (body, idempotencyKey) => {
            await call(sendMessage, { params: { id: driverId }, body, idempotencyKey })
            await refresh()
          }}
        />
      )}
      <End key={inOrder.at(-1)?.id} />
    </>
  )
}

/** Below the newest message, where a thread opens, and goes when there is another. */
const End = () => <span ref={goThere} className="-mt-4" />

function Bubble({ message }: { message: Message }) {
  const timeZone = useMe().workspace.time_zone
  const { from, text, photo, erased_at, author_name, sent_at, state, broadcast_id } = message
  const isOurs = from === 'dispatcher'
  const facts = [
    formatDateTime(sent_at, timeZone),
    isOurs ? author_name : undefined,
    broadcast_id ? 'to several' : undefined,
    isOurs ? stateWords[state] : undefined,
  ]
  return (
    <li className={cx('flex max-w-[85%] flex-col gap-1', isOurs && 'items-end self-end')}>
      <div
        className={cx('grid gap-2 rounded-2xl px-3.5 py-2.5', isOurs ? 'bg-brand-soft text-brand-ink' : 'bg-sunken')}
      >
        {photo && !erased_at && <MessagePhoto id={message.id} photo={photo} />}
        {erased_at ? (
          <p className="italic">Erased</p>
        ) : (
          text && (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          )
        )}
      </div>
      <p className={cx('px-1 text-xs text-ink-muted', isOurs && 'text-end')}>{facts.filter(Boolean).join(' · ')}</p>
    </li>
  )
}

// The same function in every render, so that React calls it only when the end appears.
function goThere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}
