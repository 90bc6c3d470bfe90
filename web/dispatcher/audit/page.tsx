import { ScrollText } from 'lucide-react'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { askedOf } from './audit-address.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { ChainLine } from './chain-line.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useAudit } from './use-audit.ts'

export function meta() {
  return [{ title: 'Audit log · Karta' }]
}

const description = 'Who did what in this workspace, and when. Nobody can change or remove an entry.'

/** What people and keys did, for those who manage the workspace. */
export default function AuditPage() {
  const { workspace } = useMe()
  const { query, rows, filter, change, searchedTo } = useAudit()
  const isFiltered = Object.keys(askedOf(filter)).length > 0
  const actorName = rows.find(({ actor }) => actor.id === filter.actor)?.actor.name ?? undefined
  return (
    <>
      <PageHeader title="Audit log" description={description} actions={<ExportMenu filter={filter} />} />
      <ChainLine />
      <AuditFilters filter={filter} onChange={change} actorName={actorName} />
      {filter.record && (
        <p className="pb-3 text-[0.8125rem] text-ink-muted">Only what happened to one record is shown.</p>
      )}
      {query.isPending && <Loading />}
      {query.isLoadingError && (
        <LoadError
          title="The audit log could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <Card>
          <EmptyState icon={<ScrollText />} title={isFiltered ? 'No entries match' : 'Nothing has happened yet'}>
            {searchedTo
              ? `Searched back to ${formatDateTime(searchedTo, workspace.time_zone)}. There may be more before that.`
              : isFiltered
                ? 'Change the search or the filters.'
                : 'Changes, exports, sign-ins and refused attempts appear here.'}
          </EmptyState>
        </Card>
      )}
      <AuditList rows={rows} onFilter={change} />
      {query.hasNextPage && (
        <div className="flex flex-col items-center gap-2 pt-5 text-[0.8125rem] text-ink-muted">
          {searchedTo && rows.length > 0 && <p>Searched back to {formatDateTime(searchedTo, workspace.time_zone)}.</p>}
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {searchedTo ? 'Search further back' : 'Show older entries'}
          </Button>
        </div>
      )}
    </>
  )
}

function Loading() {
  return (
    <Card>
      <output className="grid gap-3">
        <span className="sr-only">Loading the audit log</span>
        {['w-11/12', 'w-4/5', 'w-10/12', 'w-3/4', 'w-11/12'].map((width, place) => (
          <Skeleton key={place} className={`h-5 ${width}`} />
        ))}
      </output>
    </Card>
  )
}
