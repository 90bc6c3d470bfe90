import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { threadsQuery } from './message-queries.ts'
import { useMessageAddress } from './use-message-address.ts'

const MessageDrawer = lazy(() => import('./message-drawer.tsx'))

/** The way to the messages with drivers, with how many nobody has read. */
export function MessageDoor({ isShown }: { isShown: boolean }) {
  const { opened, openAll } = useMessageAddress()
  const me = useQuery({ ...meQuery, enabled: isShown })
  const isFor = me.data !== undefined && mayDo(me.data, 'see_operations')
  const { data } = useQuery({ ...threadsQuery, enabled: isShown && isFor })
  if (!isShown || !isFor) return null
  const unread = data?.unread ?? 0
  return (
    <>
      <span className="relative">
        <IconButton
          label={unread ? `Messages, ${unread} unread` : 'Messages'}
          icon={<MessageSquare aria-hidden="true" className="size-5" />}
          onPress={openAll}
        />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-brand-soft px-1 text-[0.6875rem] font-semibold text-brand-ink"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
      {opened !== undefined && (
        <Suspense>
          <MessageDrawer />
        </Suspense>
      )}
    </>
  )
}
