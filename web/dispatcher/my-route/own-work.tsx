import { parseDate, startOfMonth } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { getOwnWork } from '#domain/api/pay.ts'
import { call } from '#web/lib/call.ts'
import { formatMonth } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { WorkOfDays } from '#web/lib/work/work-days.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The driver's own hours, breaks, stops and pay of this month. */
export function OwnWork({ today }: { today: string }) {
  const query = { from: startOfMonth(parseDate(today)).toString(), to: today }
  const work = useQuery({
    queryKey: keys.pay.own(query.from, query.to),
    queryFn: ({ signal }) => call(getOwnWork, { query, signal }),
  })
  const sheet = work.data?.sheet
  return (
    <Card title={`My work in ${formatMonth(today.slice(0, 7))}`} className="mt-6">
      {work.isPending && <Skeleton className="h-12 w-full" />}
      {work.isLoadingError && (
        <LoadError
          title="Your work could not be loaded"
          error={work.error}
          onRetry={() => void work.refetch()}
          isRetrying={work.isFetching}
        />
      )}
      {work.data && !sheet && <p className="text-ink-muted">Shifts that you begin and end in the app appear here.</p>}
      {sheet && <WorkOfDays sheet={sheet} />}
    </Card>
  )
}
