import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Megaphone } from 'lucide-react'
import { useState } from 'react'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Broadcast } from './broadcast.tsx'
import { threadsQuery } from './message-queries.ts'
import { Thread } from './thread.tsx'
import { ThreadList } from './thread-list.tsx'
import { useMessageAddress } from './use-message-address.ts'

/** Messages with drivers: all of them, or one driver's. */
export default function MessageDrawer() {
  const { opened, openDriver, openAll, close } = useMessageAddress()
  const [isBroadcasting, setBroadcasting] = useState(false)
  const threads = useQuery(threadsQuery)
  const isOnline = useOnline()
  const mayWrite = useMay('change_deliveries')
  const one = opened === 'all' ? undefined : opened
  const thread = threads.data?.data.find(({ driver_id }) => driver_id === one)
  const title = one ? (thread?.driver_name ?? 'Driver') : isBroadcasting ? 'Write to several drivers' : 'Messages'
  return (
    <Drawer isOpen onOpenChange={(isOpen) => !isOpen && close()} title={title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {(one !== undefined || isBroadcasting) && (
          <Button
            size="small"
            variant="quiet"
            className="sticky -top-1 z-10 justify-self-start bg-raised"
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            onPress={() => {
              setBroadcasting(false)
              openAll()
            }}
          >
            All messages
          </Button>
        )}
        {!isOnline && <Banner tone="warning">You are offline. Messages can be sent once you are back.</Banner>}
        {one !== undefined ? (
          <Thread key={one} driverId={one} thread={thread} />
        ) : isBroadcasting ? (
          <Broadcast drivers={threads.data?.data ?? []} onSent={() => setBroadcasting(false)} />
        ) : (
          <>
            {mayWrite && (
              <Button
                className="justify-self-start"
                icon={<Megaphone aria-hidden="true" className="size-4" />}
                onPress={() => setBroadcasting(true)}
              >
                Write to several
              </Button>
            )}
            {threads.isPending && <Spinner label="Loading messages" />}
            {threads.isLoadingError && (
              <LoadError
                title="The messages could not be loaded"
                error={threads.error}
                onRetry={() => void threads.refetch()}
                isRetrying={threads.isFetching}
              />
            )}
            {threads.data && <ThreadList threads={threads.data.data} onOpen={openDriver} />}
          </>
        )}
      </div>
    </Drawer>
  )
}
