import { useQueryClient } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '#domain/permissions.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecordsCount, RecordsToolbar, type Noun } from './records-toolbar.tsx'
import { useKept } from './use-kept.ts'
import { useOpened } from './use-opened.ts'
import { useRecords, type ListRecords, type RecordKind } from './use-records.ts'
import { useSetActive } from './use-set-active.ts'

type Base = { id: string; active: boolean; version: number }

type RecordsPageProps<R extends Base> = {
  title: string
  description: string
  noun: Noun
  icon: ReactNode
  kind: RecordKind
  list: ListRecords<R>
  setActive: (row: R, active: boolean, version: number) => Promise<R>
  /** What deactivating one means for others, if anything. */
  aftermath?: (row: R) => Promise<string | undefined>
  columns: readonly TableColumn<R>[]
  nameOf: (row: R) => string
  /** Why someone would add the first one. */
  emptyText: string
  /** The page of a record, if it has one: pressing a row goes there. */
  hrefOf?: (row: R) => string
  /** Further buttons beside Import and Add. */
  moreActions?: ReactNode
  /** Adds many from a file or pasted rows. */
  Import?: ComponentType<{ onClose: () => void }>
  /** What somebody must be allowed to do to change them. */
  mayChangeWith?: Action
  /** The form in a drawer; `row` is absent for a new record. */
  Form: ComponentType<{ row?: R; onClose: () => void; onSaved: () => void }>
}

/** A list of records to add, edit and deactivate: drivers, vehicles, depots and clients look and work alike. */
export function RecordsPage<R extends Base>(props: RecordsPageProps<R>) {
  const { noun, mayChangeWith = 'change_fleet' } = props
  const queryClient = useQueryClient()
  const mayChange = useMay(mayChangeWith)
  const records = useRecords(props.kind, props.list)
  const { opened, open, close } = useOpened(records.rows)
  const mayKeep = useKept(typeof opened === 'string' ? opened : undefined, mayChange)
  const add = mayChange ? (
    <>
      {props.moreActions}
      {props.Import && (
        <Button icon={<Upload aria-hidden="true" className="size-4" />} onPress={() => open('import')}>
          Import
        </Button>
      )}
      <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => open('new')}>
        Add {noun.one}
      </Button>
    </>
  ) : (
    <NotOffered action={mayChangeWith} doing={`add and change ${noun.many}`} />
  )
  const onSaved = () => {
    close()
    void queryClient.invalidateQueries()
    toast({ title: `The ${noun.one} was ${opened === 'new' ? 'added' : 'saved'}` })
  }
  return (
    <>
      <PageHeader title={props.title} description={props.description} actions={add} />
      <RecordsToolbar noun={noun} records={records} />
      <RecordsTable {...props} records={records} mayChange={mayChange} add={mayChange && add} onEdit={open} />
      <RecordsCount noun={noun} records={records} />
      {typeof opened === 'object' && <props.Form key={opened.id} row={opened} onClose={close} onSaved={onSaved} />}
      {opened === 'new' && mayKeep && <props.Form onClose={close} onSaved={onSaved} />}
      {opened === 'import' && mayKeep && props.Import && <props.Import onClose={close} />}
    </>
  )
}

type RecordsTableProps<R extends Base> = RecordsPageProps<R> & {
  records: ReturnType<typeof useRecords<R>>
  mayChange: boolean
  /** The buttons that add records. */
  add: ReactNode
  onEdit: (row: R) => void
}

function RecordsTable<R extends Base>({ records, mayChange, onEdit, ...props }: RecordsTableProps<R>) {
  const { query, rows } = records
  const fresh = useFresh()
  const navigate = useNavigate()
  const setActive = useSetActive(props.setActive, props.nameOf, props.aftermath)
  if (query.isLoadingError) {
    return (
      <LoadError
        title={`The ${props.noun.many} could not be loaded`}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  const menuOf = (row: R) => (
    <>
      <MenuItem onAction={() => onEdit(row)}>Edit</MenuItem>
      <MenuItem onAction={() => void setActive(row, !row.active)}>{row.active ? 'Deactivate' : 'Activate'}</MenuItem>
    </>
  )
  return (
    <Card isPadded={false}>
      <Table
        label={props.title}
        columns={props.columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowText={props.nameOf}
        isLoading={query.isPending}
        isRefreshing={query.isPlaceholderData}
        fresh={fresh}
        onOpen={(id) => {
          const row = rows.find((each) => each.id === id)!
          if (props.hrefOf) void navigate(props.hrefOf(row))
          else onEdit(row)
        }}
        rowMenu={mayChange ? menuOf : undefined}
        empty={<NoRecords {...props} isFiltered={records.search !== '' || records.shown === 'inactive'} />}
      />
    </Card>
  )
}

type NoRecordsProps = Pick<RecordsPageProps<Base>, 'noun' | 'icon' | 'emptyText'> & {
  isFiltered: boolean
  add: ReactNode
}

function NoRecords({ noun, icon, isFiltered, emptyText, add }: NoRecordsProps) {
  if (isFiltered) {
    return (
      <EmptyState icon={icon} title={`No ${noun.many} match`}>
        Change the search, or show all {noun.many}.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={`No ${noun.many} yet`} actions={add}>
      {emptyText}
    </EmptyState>
  )
}
