import type { ReactNode } from 'react'
import type { CustomField } from '#domain/schema/custom-field.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import { movedPositions } from './field-order.ts'
import { seenBy, typeWords } from './field-words.ts'

type FieldTableProps = {
  rows: readonly CustomField[]
  isLoading: boolean
  mayChange: boolean
  onOpen: (field: CustomField) => void
  onMove: (field: CustomField, by: -1 | 1) => void
  onArchive: (field: CustomField, archived: boolean) => void
  empty: ReactNode
}

const columns: TableColumn<CustomField>[] = [
  {
    id: 'label',
    header: 'Label',
    isRowHeader: true,
    title: ({ label }) => label,
    cell: ({ label, archived }) => (
      <span className="flex items-center gap-2">
        <span className={archived ? 'truncate text-ink-muted' : 'truncate font-medium'}>{label}</span>
        {archived && <Badge>Archived</Badge>}
      </span>
    ),
  },
  { id: 'type', header: 'Type', width: 'w-28', cell: ({ type }) => typeWords[type] },
  {
    id: 'key',
    header: 'Key',
    width: 'w-36',
    hideBelow: 'lg',
    title: ({ key }) => key,
    cell: ({ key }) => <code className="text-[0.8125rem] text-ink-muted">{key}</code>,
  },
  {
    id: 'visible_to',
    header: 'Seen by',
    width: 'w-56',
    title: ({ visible_to }) => seenBy(visible_to),
    cell: ({ visible_to }) => seenBy(visible_to),
  },
]

/** The workspace's own fields in their order. */
export function FieldTable({ rows, isLoading, mayChange, onOpen, onMove, onArchive, empty }: FieldTableProps) {
  const mayMove = (field: CustomField, by: -1 | 1) => movedPositions(rows, field.id, by).length > 0
  const menuOf = (field: CustomField) => (
    <>
      <MenuItem onAction={() => onOpen(field)}>Edit</MenuItem>
      {mayMove(field, -1) && <MenuItem onAction={() => onMove(field, -1)}>Move up</MenuItem>}
      {mayMove(field, 1) && <MenuItem onAction={() => onMove(field, 1)}>Move down</MenuItem>}
      <MenuSeparator />
      <MenuItem onAction={() => onArchive(field, !field.archived)}>{field.archived ? 'Restore' : 'Archive'}</MenuItem>
    </>
  )
  return (
    <Table
      label="Custom fields"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowText={({ label }) => label}
      isLoading={isLoading}
      onOpen={(id) => onOpen(rows.find((row) => row.id === id)!)}
      {...(mayChange && { rowMenu: menuOf })}
      empty={rows.length > 0 ? undefined : empty}
    />
  )
}
