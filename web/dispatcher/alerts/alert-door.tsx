import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useUrgent } from './use-inbox.ts'
import { useOpenInbox } from './use-open-inbox.ts'

const AlertInbox = lazy(() => import('./alert-inbox.tsx'))

/** The bell of the frame, with how many alerts nobody has seen. It opens the inbox. */
export function AlertDoor({ isShown }: { isShown: boolean }) {
  const { isOpen, setOpen } = useOpenInbox()
  const me = useQuery({ ...meQuery, enabled: isShown })
  const isFor = me.data !== undefined && mayDo(me.data, 'see_operations')
  const { data } = useUrgent(isShown && isFor)
  if (!isShown || !isFor) return null
  const open = data?.open ?? 0
  const isUrgent = (data?.data.length ?? 0) > 0
  return (
    <>
      <span className="relative">
        <IconButton
          label={open ? `Alerts, ${open} new` : 'Alerts'}
          icon={<Bell aria-hidden="true" className="size-5" />}
          onPress={() => setOpen(true)}
        />
        {open > 0 && (
          <span
            aria-hidden="true"
            className={cx(
              'pointer-events-none absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-[0.6875rem] font-semibold',
              isUrgent ? 'bg-danger-soft text-danger-ink' : 'bg-warning-soft text-warning-ink',
            )}
          >
            {open > 99 ? '99+' : open}
          </span>
        )}
      </span>
      <span role="status" className="sr-only">
        {data?.data[0]?.sentence ?? (open ? `${open} new alerts` : '')}
      </span>
      {isOpen && (
        <Suspense>
          <AlertInbox onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
