import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'

type Base = { id: string; active: boolean }
type Page<R> = { data: R[]; next_cursor: string | null; total: number }
type ListQuery = { q?: string; active?: 'true' | 'false'; cursor?: string; limit: number }

type RecordsPageProps<R extends Base> = {
  title: string
  description: string
  /** Such as "driver" and "drivers". */
  noun: { one: string; many: string }
  icon: ReactNode
  kind: 'drivers' | 'vehicles' | 'depots'
  list: (query: ListQuery, signal: AbortSignal) => Promise<Page<R>>
  setActive: (id: string, active: boolean) => Promise<unknown>
  columns: readonly TableColumn<R>[]
  nameOf: (row: R) => string
  /** Why one would add the first. */
  emptyText: string
  emptyActions?: ReactNode
  /** The form in a drawer; `row` is absent for a new record. */
  Form: ComponentType<{ row?: R; onClose: () => void; onSaved: () => void }>
}

/** A list of things that can be added, edited and deactivated: drivers, vehicles and depots look and work alike. */
export function RecordsPage<R extends Base>(props: RecordsPageProps<R>) {
  const { noun, nameOf } = props
  const [search, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<R | 'new'>()
  const queryClient = useQueryClient()
  const mayChange = useMay('change_operations')
  const q = search.get('q') ?? ''
  const shown = search.get('show') ?? 'active'

  const records = useInfiniteQuery<Page<R>, CallError, Page<R>[], readonly unknown[], string | undefined>({
    queryKey: keys[props.kind].list(q, shown),
    queryFn: ({ pageParam, signal }) =>
      props.list(
        {
          q: q || undefined,
          active: shown === 'all' ? undefined : shown === 'active' ? 'true' : 'false',
          cursor: pageParam,
          limit: 100,
        },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    select: ({ pages }) => pages,
    placeholderData: (previous) => previous,
  })
  const rows = records.data?.flatMap((page) => page.data) ?? []
  const total = records.data?.[0]?.total ?? 0

  const setParam = (name: string, value: string, fallback: string) =>
    setSearch(
      (now) => {
        if (value === fallback) now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )

  const refresh = () => queryClient.invalidateQueries()

  const setActive = async (row: R, active: boolean, isUndo = false) => {
    try {
      await props.setActive(row.id, active)
      await refresh()
      toast({
        title: `${nameOf(row)} is ${active ? 'active' : 'deactivated'}`,
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void setActive(row, !active, true) } }),
      })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }

  const add = mayChange && (
    <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setEditing('new')}>
      Add {noun.one}
    </Button>
  )
  const menuOf = (row: R) => (
    <>
      <MenuItem onAction={() => setEditing(row)}>Edit</MenuItem>
      <MenuItem onAction={() => void setActive(row, !row.active)}>{row.active ? 'Deactivate' : 'Activate'}</MenuItem>
    </>
  )
  const isFiltered = q !== '' || shown === 'inactive'

  return (
    <>
      <PageHeader title={props.title} description={props.description} actions={add} />
      <Toolbar label={`Find ${noun.many}`}>
        <SearchField
          label={`Search ${noun.many}`}
          placeholder={`Search ${noun.many}`}
          className="w-full sm:w-72"
          value={q}
          onChange={(value) => setParam('q', value, '')}
        />
        <FilterChips
          label="Show"
          selectionMode="single"
          chips={[
            { id: 'active', label: 'Active' },
            { id: 'inactive', label: 'Inactive' },
            { id: 'all', label: 'All' },
          ]}
          selected={[shown]}
          onChange={([value]) => setParam('show', value ?? 'active', 'active')}
        />
      </Toolbar>
      {records.error ? (
        <LoadError
          title={`The ${noun.many} could not be loaded`}
          error={records.error}
          onRetry={() => void records.refetch()}
          isRetrying={records.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label={props.title}
            columns={props.columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowText={nameOf}
            isLoading={records.isPending}
            isRefreshing={records.isPlaceholderData}
            onOpen={(id) => setEditing(rows.find((row) => row.id === id))}
            rowMenu={mayChange ? menuOf : undefined}
            empty={
              isFiltered ? (
                <EmptyState icon={props.icon} title={`No ${noun.many} match`}>
                  Change the search, or show all {noun.many}.
                </EmptyState>
              ) : (
                <EmptyState
                  icon={props.icon}
                  title={`No ${noun.many} yet`}
                  actions={
                    <>
                      {add}
                      {props.emptyActions}
                    </>
                  }
                >
                  {props.emptyText}
                </EmptyState>
              )
            }
          />
        </Card>
      )}
      {rows.length > 0 && (
        <div className="flex items-center justify-between gap-4 pt-3 text-[0.8125rem] text-ink-muted">
          <p aria-live="polite">
            {rows.length === total ? `${total} ${total === 1 ? noun.one : noun.many}` : `${rows.length} of ${total}`}
          </p>
          {records.hasNextPage && (
            <Button size="small" isPending={records.isFetchingNextPage} onPress={() => void records.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
      {editing !== undefined && (
        <props.Form
          key={editing === 'new' ? 'new' : editing.id}
          row={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined)
            void refresh()
            toast({ title: editing === 'new' ? `The ${noun.one} is added` : 'Saved' })
          }}
        />
      )}
    </>
  )
}
