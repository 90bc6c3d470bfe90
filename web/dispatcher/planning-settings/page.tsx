import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { planningSettingsQuery } from '../queries.ts'
import { PlanningSettingsForm } from './planning-settings-form.tsx'

export function meta() {
  return [{ title: 'Planning settings · Karta' }]
}

export default function PlanningSettingsPage() {
  const settings = useQuery(planningSettingsQuery)
  const mayChange = useMay('manage_workspace')
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Planning settings"
        trail={[{ label: 'Settings', href: '/dashboard/settings' }]}
        description="What plans are made with, from the next one on. Leave a field empty if it should not count."
      />
      <NotOffered action="manage_workspace" doing="change these settings" className="mb-4" />
      {settings.isLoadingError && (
        <LoadError
          title="The planning settings could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      )}
      {settings.isPending && <Skeleton className="h-96 w-full rounded-xl" />}
      {settings.data && <PlanningSettingsForm settings={settings.data} isEditable={mayChange} />}
    </div>
  )
}
