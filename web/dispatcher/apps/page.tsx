import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { listApps } from '#domain/api/apps.ts'
import type { App } from '#domain/schema/app.ts'
import { siteOf } from '#web/lib/app-words.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { AllowedByMembers } from './allowed-by-members.tsx'
import { EditAppDialog, NewAppDialog } from './app-dialog.tsx'
import { ChangeSecretDialog } from './change-secret-dialog.tsx'
import { DeleteAppDialog } from './delete-app-dialog.tsx'

export function meta() {
  return [{ title: 'Apps · Karta' }]
}

type Doing = { what: 'create' } | { what: 'edit' | 'secret' | 'delete'; app: App }

/** The apps that the workspace registered, and those that its members allowed to work here. */
export default function AppsPage() {
  const { time_zone: zone } = useMe().workspace
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<Doing>()
  const found = useQuery({ queryKey: keys.apps.ours, queryFn: ({ signal }) => call(listApps, { signal }) })
  const rows = found.data?.data ?? []
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.apps.all })
  const close = () => setDoing(undefined)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setDoing({ what: 'create' })}
    >
      Register app
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Apps"
        description="Let programs work for people who allow it, without giving them a key."
        actions={rows.length > 0 && create}
      />
      {found.isLoadingError ? (
        <LoadError
          title="The apps could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Registered apps"
            columns={columnsFor(zone)}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={({ name }) => name}
            isLoading={found.isPending}
            rowMenu={(app) => (
              <>
                <MenuItem onAction={() => setDoing({ what: 'edit', app })}>Edit</MenuItem>
                {app.type === 'confidential' && (
                  <MenuItem onAction={() => setDoing({ what: 'secret', app })}>Change secret</MenuItem>
                )}
                <MenuItem isDestructive onAction={() => setDoing({ what: 'delete', app })}>
                  Delete
                </MenuItem>
              </>
            )}
            empty={
              <EmptyState icon={<AppWindow />} title="No apps yet" actions={create}>
                Register one that you make. People allow it on a page of Karta, and it never sees a password or key.
              </EmptyState>
            }
          />
        </Card>
      )}
      <div className="mt-8">
        <AllowedByMembers />
      </div>
      {doing?.what === 'create' && <NewAppDialog onClose={close} onSaved={refresh} />}
      {doing?.what === 'edit' && <EditAppDialog app={doing.app} onClose={close} onSaved={refresh} />}
      {doing?.what === 'secret' && <ChangeSecretDialog app={doing.app} onClose={close} onChanged={refresh} />}
      {doing?.what === 'delete' && <DeleteAppDialog app={doing.app} onClose={close} onDeleted={refresh} />}
    </>
  )
}

const columnsFor = (zone: string): TableColumn<App>[] => [
  {
    id: 'name',
    header: 'App',
    isRowHeader: true,
    cell: ({ name, redirect_uris }) => (
      <div className="py-1.5">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-[0.8125rem] font-normal wrap-anywhere whitespace-normal text-ink-muted">
          {redirect_uris.map((uri) => siteOf(uri)).join(', ')}
        </span>
      </div>
    ),
  },
  {
    id: 'client',
    header: 'Client ID',
    cell: ({ id, name }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-1">
        <code className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere whitespace-normal">{id}</code>
        <CopyButton text={id} of={`client ID of ${name}`} />
      </span>
    ),
    title: ({ id }) => id,
  },
  {
    id: 'type',
    header: 'Kind',
    width: 'w-32',
    cell: ({ type }) => <Badge>{type === 'public' ? 'Public' : 'Confidential'}</Badge>,
  },
  { id: 'created', header: 'Registered', width: 'w-36', cell: ({ created_at }) => formatDate(created_at, zone) },
]
