import { Users } from 'lucide-react'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { memberColumns } from './member-columns.tsx'
import { useMembers } from './use-members.ts'

/** The members of the workspace. */
export function Members() {
  const { query, rows } = useMembers()
  const { user_id: ownId } = useMe()
  const fresh = useFresh()
  if (query.isLoadingError) {
    return (
      <LoadError
        title="The members could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <Card isPadded={false}>
      <Table
        label="Members"
        columns={memberColumns(ownId)}
        rows={rows}
        rowKey={(member) => member.user_id}
        rowText={(member) => member.name}
        isLoading={query.isPending}
        isRefreshing={query.isPlaceholderData}
        fresh={fresh}
        empty={
          <EmptyState icon={<Users />} title="No members match">
            Change the search or the filters.
          </EmptyState>
        }
      />
    </Card>
  )
}
