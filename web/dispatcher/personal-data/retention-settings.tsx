import { useQuery } from '@tanstack/react-query'
import { getRetention } from '#domain/api/retention.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RetentionForm } from './retention-form.tsx'

/** How long personal data is kept, and what the last night removed. */
export function RetentionSettings() {
  const retention = useQuery({
    queryKey: keys.personalData.retention,
    queryFn: ({ signal }) => call(getRetention, { signal }),
  })
  return (
    <Card
      title="How long data is kept"
      description="Older data is removed each night, from 2:00 in the workspace’s time zone. Figures, histories and the audit log stay."
    >
      {retention.data ? (
        <RetentionForm retention={retention.data} />
      ) : retention.error ? (
        <LoadError
          title="The settings could not be loaded"
          error={retention.error}
          onRetry={() => void retention.refetch()}
          isRetrying={retention.isFetching}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Card>
  )
}
