import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getClient } from '#domain/api/clients.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BillingTabs } from './billing-tabs.tsx'

export function meta() {
  return [{ title: 'Rates and invoices · Karta' }]
}

/** What one client pays: charges of a month, invoices and rate cards. */
export default function ClientBillingPage() {
  const { id = '' } = useParams()
  const client = useQuery({
    queryKey: keys.clients.one(id),
    queryFn: ({ signal }) => call(getClient, { params: { id }, signal }),
  })
  if (client.isLoadingError) {
    return (
      <LoadError
        title="The client could not be loaded"
        error={client.error}
        onRetry={() => void client.refetch()}
        isRetrying={client.isFetching}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={client.data?.name ?? 'Client'}
        description={
          <>
            What this client pays. <Link to="/dashboard/clients">All clients</Link>
          </>
        }
      />
      <BillingTabs clientId={id} />
    </>
  )
}
