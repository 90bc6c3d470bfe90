import { useQuery } from '@tanstack/react-query'
import { ArrowRight, PackageCheck } from 'lucide-react'
import type { TransferGroup } from '#domain/schema/transfer.ts'
import { formatKilometers } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { transferGroupsQuery } from './transfer-queries.ts'
import { loadWords } from './transfer-words.ts'

/** What is at one depot and has to be at another, by pair of depots. */
export function GroupList({ day, onSend }: { day: string; onSend: (group: TransferGroup) => void }) {
  const groups = useQuery(transferGroupsQuery(day))
  if (groups.isLoadingError) {
    return (
      <LoadError
        title="What has to be sent could not be loaded"
        error={groups.error}
        onRetry={() => void groups.refetch()}
        isRetrying={groups.isFetching}
      />
    )
  }
  const due = groups.data?.filter(({ is_suggested }) => !is_suggested) ?? []
  const suggested = groups.data?.filter(({ is_suggested }) => is_suggested) ?? []
  return (
    <>
      <Card title="To send" description="At one depot, and delivered from another." isPadded={false}>
        {groups.isPending ? (
          <Skeleton className="m-4 h-12" />
        ) : due.length ? (
          <Groups groups={due} onSend={onSend} />
        ) : (
          <EmptyState icon={<PackageCheck />} title="Nothing has to go to another depot">
            Deliveries that are picked up at one depot and leave from another appear here.
          </EmptyState>
        )}
      </Card>
      {suggested.length > 0 && (
        <Card
          title="Closer to another depot"
          description="They leave from one depot so far. Another one is much closer, or its drivers have the territory."
          isPadded={false}
        >
          <Groups groups={suggested} onSend={onSend} />
        </Card>
      )}
    </>
  )
}

function Groups({ groups, onSend }: { groups: TransferGroup[]; onSend: (group: TransferGroup) => void }) {
  const mayChange = useMay('change_planning')
  return (
    <ul className="divide-y border-t">
      {groups.map((group) => (
        <li
          key={`${group.from_depot_id} ${group.to_depot_id}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
              {group.from_depot_name}
              <ArrowRight aria-label="to" className="size-4 text-ink-muted" />
              {group.to_depot_name}
            </p>
            <p className="text-[0.8125rem] text-ink-muted">
              {loadWords(group)} · {formatKilometers(group.distance_km)}
            </p>
            <p className="text-[0.8125rem] text-ink-muted">
              {group.fits.length
                ? `Fits into ${group.fits
                    .slice(0, 3)
                    .map(({ code }) => code)
                    .join(', ')}${group.fits.length > 3 ? ' and others' : ''}`
                : 'No vehicle has room for all of it'}
            </p>
          </div>
          {mayChange && (
            <Button
              aria-label={`Plan transfer from ${group.from_depot_name} to ${group.to_depot_name}`}
              onPress={() => onSend(group)}
            >
              Plan transfer
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
