import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sizeOf } from '#domain/quotas.ts'
import type { OperatorWorkspace } from '#domain/schema/operator.ts'
import { isOnTrial, tierTable } from '#domain/tiers.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSetParam } from '#web/lib/set-param.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { dayOf } from '../when.ts'
import { workspacesQuery } from './operator-queries.ts'
import { WorkspaceDialog } from './workspace-dialog.tsx'

/** All workspaces, the newest first. The search is in the address. */
export function Workspaces() {
  const [params] = useSearchParams()
  const set = useSetParam({ replace: true })
  const q = params.get('q') ?? ''
  const found = useInfiniteQuery(workspacesQuery(q))
  const [openedId, setOpenedId] = useState<string>()
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? []
  const opened = rows.find(({ id }) => id === openedId)
  return (
    <>
      <SearchField
        label="Search workspaces"
        placeholder="Name, or the owner’s email"
        className="mb-4 max-w-sm"
        defaultValue={q}
        maxLength={100}
        onSubmit={(value) => set('q', value.trim() || undefined)}
        onClear={() => set('q', undefined)}
      />
      {found.isLoadingError ? (
        <LoadError
          title="The workspaces could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Workspaces"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={({ name }) => name}
            onOpen={setOpenedId}
            isLoading={found.isPending}
            needsDesktop
            empty={
              <EmptyState icon={<Building2 />} title={q ? 'No workspace matches' : 'No workspaces yet'}>
                {q ? 'Search for another name or email.' : 'The first one comes with the first account.'}
              </EmptyState>
            }
          />
        </Card>
      )}
      {found.hasNextPage && (
        <div className="flex justify-center pt-5">
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            Show more workspaces
          </Button>
        </div>
      )}
      {opened && <WorkspaceDialog workspace={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}

const columns: TableColumn<OperatorWorkspace>[] = [
  {
    id: 'name',
    header: 'Workspace',
    isRowHeader: true,
    width: 'w-[26%]',
    cell: ({ name, owner_email }) => (
      <div className="py-1.5">
        <span className="block truncate">{name}</span>
        <span className="block truncate text-[0.8125rem] text-ink-muted">{owner_email ?? 'Without an owner'}</span>
      </div>
    ),
  },
  {
    id: 'tier',
    header: 'Tier',
    cell: (workspace) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={workspace.tier === 'free' ? 'neutral' : 'brand'}>{tierTable[workspace.tier].name}</Badge>
        {isOnTrial(workspace, new Date()) && (
          <Badge tone="info">Trial to {formatDate(workspace.trial_ends_at, 'UTC')}</Badge>
        )}
      </span>
    ),
  },
  { id: 'members', header: 'Members', width: 'w-24', align: 'end', cell: ({ members }) => formatNumber(members) },
  { id: 'drivers', header: 'Drivers', width: 'w-24', align: 'end', cell: ({ drivers }) => formatNumber(drivers) },
  {
    id: 'deliveries',
    header: 'Deliveries this month',
    width: 'w-44',
    align: 'end',
    cell: ({ deliveries }) => formatNumber(deliveries),
  },
  { id: 'stored', header: 'Stored', width: 'w-24', align: 'end', cell: ({ bytes_stored }) => sizeOf(bytes_stored) },
  {
    id: 'active',
    header: 'Last change',
    width: 'w-32',
    align: 'end',
    cell: ({ last_active_at }) => (last_active_at ? dayOf(last_active_at) : 'Never'),
  },
]
