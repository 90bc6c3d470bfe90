import { LoadError } from '#web/lib/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PlatformCard } from './platform-card.tsx'
import { useIntegrations, useReturn } from './use-integrations.ts'

export function meta() {
  return [{ title: 'Integrations · Karta' }]
}

export default function IntegrationsPage() {
  return (
    <div className="max-w-5xl">
      <PageHeader title="Integrations" description="Connect the shops this workspace delivers for." />
      <Platforms />
    </div>
  )
}

function Platforms() {
  const { isReturning, problems } = useReturn()
  const { data, error, refetch, isFetching } = useIntegrations(isReturning)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <div className="grid gap-4">
      {data.data.map((integration) => (
        <PlatformCard
          key={integration.platform}
          integration={integration}
          {...(problems[integration.platform] && { problem: problems[integration.platform] })}
        />
      ))}
    </div>
  )
}
