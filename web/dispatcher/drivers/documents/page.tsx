import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getDriver } from '#domain/api/drivers.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { recordPath } from '../../records/use-opened.ts'
import { DocumentsTab } from '../../vehicles/vehicle/documents-tab.tsx'

export function meta() {
  return [{ title: 'Licenses · Karta' }]
}

/** The licenses and other documents of one driver. */
export default function DriverDocumentsPage() {
  const { id = '' } = useParams()
  const driver = useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: ({ signal }) => call(getDriver, { params: { id }, signal }),
  })
  if (driver.isLoadingError) {
    return (
      <LoadError
        title="The driver could not be loaded"
        error={driver.error}
        onRetry={() => void driver.refetch()}
        isRetrying={driver.isFetching}
      />
    )
  }
  const name = driver.data?.name ?? 'Driver'
  return (
    <>
      <PageHeader
        title="Licenses and documents"
        trail={[
          { label: 'Drivers', href: '/dashboard/drivers' },
          { label: name, href: recordPath('drivers', id) },
        ]}
      />
      <DocumentsTab owner={{ driver_id: id }} />
    </>
  )
}
