import { useQuery } from '@tanstack/react-query'
import { listPrescriptionAccesses } from '#domain/api/prescriptions.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accessWords, purposeWords } from './prescription-words.ts'

/** Who saw or changed a prescription, the newest first. */
export function Accesses({ deliveryId }: { deliveryId: string }) {
  const { workspace } = useMe()
  const accesses = useQuery({
    queryKey: keys.prescriptionAccesses(deliveryId),
    queryFn: ({ signal }) => call(listPrescriptionAccesses, { params: { id: deliveryId }, signal }),
  })
  return (
    <section aria-label="Seen by" className="flex flex-col gap-2 border-t pt-4">
      <h3 className="font-semibold">Seen by</h3>
      {accesses.isLoadingError && (
        <LoadError error={accesses.error} onRetry={() => void accesses.refetch()} isRetrying={accesses.isFetching} />
      )}
      {accesses.isPending && (
        <div role="status" aria-label="Loading who saw it">
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {accesses.data?.data.length === 0 && <p className="text-ink-muted">Nobody yet.</p>}
      <ul className="divide-y empty:hidden">
        {accesses.data?.data.map(({ at, name, purpose, reason, ...deed }) => (
          <li key={`${at} ${deed.kind} ${name}`} className="py-2">
            <p className="font-medium wrap-anywhere">{name ?? 'Erased'}</p>
            <p className="text-[0.8125rem] text-ink-muted">
              {[accessWords(deed), purpose && purposeWords[purpose], formatDateTime(at, workspace.time_zone)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {reason && <p className="text-[0.8125rem] wrap-anywhere">Reason: {reason}</p>}
          </li>
        ))}
      </ul>
      {accesses.data && accesses.data.total > accesses.data.data.length && (
        <p className="text-[0.8125rem] text-ink-muted">
          These are the newest {accesses.data.data.length} of {accesses.data.total}. The audit log has all of them.
        </p>
      )}
    </section>
  )
}
