import { useQuery } from '@tanstack/react-query'
import { listErasures } from '#domain/api/recipients.ts'
import type { Erasure } from '#domain/schema/recipient.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { heldWords, listed } from './words.ts'

const pollMs = 1000

/** Erasures under way, and the last ones. They say how much was erased, never of whom. */
export function Erasures() {
  const list = useQuery({
    queryKey: keys.personalData.erasures,
    queryFn: ({ signal }) => call(listErasures, { query: { limit: 20 }, signal }),
    refetchInterval: ({ state }) => state.data?.data.some(({ state: each }) => each === 'running') && pollMs,
  })
  if (list.error && !list.data) {
    return <LoadError error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  }
  if (!list.data?.data.length) return null
  return (
    <Card
      title="Erasures"
      description="How much was erased, and by whom. Nothing says who it was about."
      isPadded={false}
    >
      <ul className="divide-y border-t">
        {list.data.data.map((erasure) => (
          <li key={erasure.id} className="px-4 py-3">
            <ErasureRow erasure={erasure} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const { workspace } = useMe()
  const { state, erased, deliveries, counts, left_open, requested_at, requested_by_name } = erasure
  const who = `${formatDateTime(requested_at, workspace.time_zone)} · ${requested_by_name}`
  if (state === 'running') {
    return (
      <>
        <ProgressBar
          label="Erasing"
          value={erased}
          maxValue={Math.max(deliveries, 1)}
          valueLabel={`${erased} of ${countOf(deliveries, 'delivery', 'deliveries')}`}
        />
        <p className="mt-1 text-[0.8125rem] text-ink-muted">{who}</p>
      </>
    )
  }
  return (
    <>
      <p>Erased: {listed(heldWords(counts)) || 'nothing was left'}</p>
      {left_open > 0 && (
        <p className="text-warning-ink">
          {countOf(left_open, 'delivery was', 'deliveries were')} reopened meanwhile and still name the recipient. Erase
          them once they have ended.
        </p>
      )}
      <p className="mt-0.5 text-[0.8125rem] text-ink-muted">{who}</p>
    </>
  )
}
