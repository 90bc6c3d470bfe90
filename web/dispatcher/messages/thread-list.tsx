import { MessageSquare } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { MessageThread } from '#domain/schema/message.ts'
import { formatAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { sayLast } from './message-words.ts'

/** Drivers with whom there are messages, and those on shift. */
export function ThreadList({
  threads,
  onOpen,
}: {
  threads: readonly MessageThread[]
  onOpen: (driverId: string) => void
}) {
  const now = useNow()
  if (threads.length === 0) {
    return (
      <EmptyState icon={<MessageSquare />} title="No messages yet">
        Drivers appear here when they begin their shift or write. You can write to any driver from their page.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y rounded-xl border">
      {threads.map((thread) => (
        <li key={thread.driver_id}>
          <AriaButton
            className="focus-ring flex w-full items-start gap-3 rounded-xl px-4 py-3 text-left hover:bg-sunken"
            onPress={() => onOpen(thread.driver_id)}
          >
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <span className={cx('truncate', thread.unread > 0 && 'font-semibold')}>{thread.driver_name}</span>
                {thread.on_shift && <Badge tone="success">On shift</Badge>}
              </span>
              <span className="block truncate text-ink-muted">{sayLast(thread)}</span>
            </span>
            <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-ink-muted">
              {thread.last && formatAgo(thread.last.received_at, now)}
              {thread.unread > 0 && <Badge tone="brand">{thread.unread} unread</Badge>}
            </span>
          </AriaButton>
        </li>
      ))}
    </ul>
  )
}
