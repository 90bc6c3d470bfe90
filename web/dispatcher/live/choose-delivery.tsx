import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'

const open = 'pending,planned,dispatched,in_transit,arrived,failed'

/** Today's deliveries that are still to be brought, to find a driver for one. */
export function ChooseDelivery({ onChoose }: { onChoose: (id: string) => void }) {
  const { time_zone } = useMe().workspace
  const [text, setText] = useState('')
  const q = useSettled(text).trim()
  const today = dayOf(new Date(), time_zone)
  const found = useQuery({
    queryKey: keys.deliveries.list(`near ${today} ${q}`, undefined),
    queryFn: ({ signal }) =>
      call(listDeliveries, {
        query: { status: open, date_from: today, date_to: today, limit: 50, ...(q && { q }) },
        signal,
      }),
    placeholderData: (before) => before,
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 border-b p-3">
        <p className="text-ink-muted">
          Choose a delivery to see which drivers are near and have room, skills and time.
        </p>
        <SearchField label="Search today’s open deliveries" value={text} onChange={setText} />
      </div>
      {found.isLoadingError ? (
        <div className="p-3">
          <LoadError
            title="The deliveries could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        </div>
      ) : !found.data ? (
        <Skeleton className="m-3 h-40" />
      ) : found.data.data.length === 0 ? (
        <p className="p-3 text-ink-muted">{q ? 'No open delivery of today matches.' : 'Nothing is open today.'}</p>
      ) : (
        <ul aria-label="Open deliveries" className="min-h-0 flex-1 overflow-y-auto">
          {found.data.data.map((delivery) => (
            <li key={delivery.id} className="border-b">
              <button
                type="button"
                onClick={() => onChoose(delivery.id)}
                className="focus-ring flex w-full items-center gap-3 px-3 py-2 text-left -outline-offset-2 hovered:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">
                    #{delivery.number} {delivery.recipient_name}
                  </span>
                  <span className="block truncate text-[0.8125rem] text-ink-muted">{delivery.delivery_address}</span>
                </span>
                <StateBadge state={delivery.status} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
