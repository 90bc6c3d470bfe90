import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { roadSettingsQuery } from '../queries.ts'
import { RoadSettingsForm } from './road-settings-form.tsx'

export function meta() {
  return [{ title: 'On the road · Karta' }]
}

export default function RoadSettingsPage() {
  const settings = useQuery(roadSettingsQuery)
  const mayChange = useMay('manage_workspace')
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="On the road"
        trail={[{ label: 'Settings', href: '/dashboard/settings' }]}
        description="What the drivers’ app asks for, what drivers may do on their own, and when you are told."
      />
      <NotOffered action="manage_workspace" doing="change these settings" className="mb-4" />
      {settings.isLoadingError && (
        <LoadError
          title="The settings could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      )}
      {settings.isPending && <Skeleton className="h-96 w-full rounded-xl" />}
      {settings.data && <RoadSettingsForm settings={settings.data} isEditable={mayChange} />}
    </div>
  )
}
