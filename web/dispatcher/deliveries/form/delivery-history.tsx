import { useQuery } from '@tanstack/react-query'
import { Eraser, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { isEnd } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventWords } from '../delivery-words.ts'
import { EraseDialog } from '../erase-dialog.tsx'
import { historyQuery } from '../use-deliveries.ts'
import { chainWords, erasedWords } from './chain-words.ts'
import { useCustomFields } from './use-custom-fields.ts'

type DeliveryHistoryProps = { delivery: Delivery; onErased: () => void }

/** What happened to a delivery, newest first, and whether anyone tampered with the record. */
export function DeliveryHistory({ delivery, onErased }: DeliveryHistoryProps) {
  const { id } = delivery
  const { workspace } = useMe()
  const mayErase = useMay('manage_workspace')
  const fields = useCustomFields()
  const [isAsking, setAsking] = useState(false)
  const history = useQuery(historyQuery(id))
  if (history.isLoadingError) {
    return <LoadError error={history.error} onRetry={() => void history.refetch()} isRetrying={history.isFetching} />
  }
  if (!history.data) {
    return (
      <div role="status" aria-label="Loading the history" className="flex flex-col gap-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    )
  }
  const { chain } = history.data
  const { misfit } = chain
  const erased = erasedWords(chain, workspace.time_zone)
  const events = history.data.data.toReversed()
  const place = { timeZone: workspace.time_zone, currency: workspace.currency, fields }
  return (
    <div className="flex flex-col gap-5">
      {misfit ? (
        <Banner tone="danger" icon={<ShieldAlert />}>
          {misfit.say} Do not rely on this history as evidence.
        </Banner>
      ) : (
        <p className="flex items-start gap-2 text-ink-muted">
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success-ink" />
          {chainWords(chain)}
        </p>
      )}
      {erased && <Banner icon={<Eraser />}>{erased}</Banner>}
      <ol className="flex flex-col">
        {events.map((event, position) => {
          const { title, lines } = eventWords(event, place)
          return (
            <li key={event.id} className="relative pb-5 pl-6 last:pb-0">
              {position < events.length - 1 && (
                <span
                  aria-hidden="true"
                  className="absolute top-3 bottom-[-0.375rem] left-[4.5px] w-px bg-line-strong"
                />
              )}
              <span aria-hidden="true" className="absolute top-1.5 left-0 size-2.5 rounded-full bg-brand" />
              <p className="font-medium wrap-anywhere">{title}</p>
              {lines.length > 0 && (
                <ul className="mt-0.5">
                  {lines.map((line) => (
                    <li key={line} className="wrap-anywhere whitespace-pre-line">
                      {line}
                    </li>
                  ))}
                </ul>
              )}
              <p className="mt-0.5 text-[0.8125rem] text-ink-muted wrap-anywhere">
                <time dateTime={event.at}>{formatDateTime(event.at, workspace.time_zone)}</time>
                {event.kind === 'status_changed' && ` · ${event.actor_name}`}
              </p>
            </li>
          )
        })}
      </ol>
      {mayErase && !chain.erased_at && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
          {isEnd(delivery.status) && <Button onPress={() => setAsking(true)}>Erase recipient…</Button>}
          <Link to={`/dashboard/personal-data?delivery=${id}`}>Everything about this recipient</Link>
        </div>
      )}
      <EraseDialog delivery={isAsking ? delivery : undefined} onClose={() => setAsking(false)} onErased={onErased} />
    </div>
  )
}
