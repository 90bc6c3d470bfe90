import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type PartPageProps<Settings> = {
  title: string
  description: string
  settings: UseQueryResult<Settings>
  children: (settings: Settings, isEditable: boolean) => ReactNode
}

/** A page of settings below the page of all settings, with what it shows while they are not there. */
export function PartPage<Settings>({ title, description, settings, children }: PartPageProps<Settings>) {
  const mayChange = useMay('manage_workspace')
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={title}
        trail={[{ label: 'Settings', href: '/dashboard/settings' }]}
        description={description}
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
      {settings.data && children(settings.data, mayChange)}
    </div>
  )
}
