import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import {
  Cell,
  Column,
  Row as AriaRow,
  Table as AriaTable,
  TableBody,
  TableHeader,
  type SortDirection,
} from 'react-aria-components'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { RowMenu } from './row-menu.tsx'
import type { TableColumn, TableProps, TableSelection } from './table-types.ts'
import { useMedia } from './use-media.ts'

const menuColumn = 'row-menu'
const selectColumn = 'row-select'

/** The wide form of a table. */
export function TableGrid<Row extends object>(props: TableProps<Row>) {
  const columns = useVisibleColumns(props.columns)
  const isSelectable = props.onSelectionChange !== undefined
  const headed = columns.find((column) => column.isRowHeader) ?? columns[0]
  return (
    <div className={cx('relative', props.isWide && 'overflow-x-auto')}>
      <AriaTable
        aria-label={props.label}
        selectionMode={isSelectable ? 'multiple' : 'none'}
        selectedKeys={props.selected}
        onSelectionChange={(keys) => props.onSelectionChange?.(keys as TableSelection)}
        sortDescriptor={props.sort}
        onSortChange={(sort) => props.onSortChange?.({ column: String(sort.column), direction: sort.direction })}
        onRowAction={props.onOpen && ((key) => props.onOpen?.(String(key)))}
        className={cx(
          'w-full border-separate border-spacing-0 outline-none transition-opacity',
          // Columns keep their widths whatever the rows contain, so the table never outgrows the page.
          !props.isWide && 'table-fixed',
          props.isRefreshing && 'opacity-60',
        )}
      >
        <TableHeader>
          {isSelectable && (
            <Column id={selectColumn} className={cx(headerCell, 'w-9')}>
              <Checkbox slot="selection" />
            </Column>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} id={column.id} column={column} isRowHeader={column === headed} />
          ))}
          {props.rowMenu && (
            <Column id={menuColumn} className={cx(headerCell, 'w-11')}>
              <span className="sr-only">Actions</span>
            </Column>
          )}
        </TableHeader>
        <TableBody items={props.rows} dependencies={[columns, props.rowMenu, props.fresh]}>
          {(row: Row) => <BodyRow id={props.rowKey(row)} row={row} columns={columns} table={props} />}
        </TableBody>
      </AriaTable>
    </div>
  )
}

type HeaderCellProps<Row> = { id: string; column: TableColumn<Row>; isRowHeader: boolean }

function HeaderCell<Row>({ id, column, isRowHeader }: HeaderCellProps<Row>) {
  return (
    <Column
      id={id}
      isRowHeader={isRowHeader}
      allowsSorting={column.isSortable}
      className={cx(headerCell, column.width, column.align === 'end' ? 'text-right' : 'text-left')}
    >
      {({ allowsSorting, sortDirection }) => (
        <span
          className={cx(
            'inline-flex items-center gap-1',
            allowsSorting && 'cursor-pointer hover:text-ink',
            column.isHeaderVisible === false && 'sr-only',
          )}
        >
          {column.header}
          {allowsSorting && <SortMark direction={sortDirection} />}
        </span>
      )}
    </Column>
  )
}

type BodyRowProps<Row> = {
  id: string
  row: Row
  columns: readonly TableColumn<Row>[]
  table: TableProps<Row>
}

function BodyRow<Row extends object>({ id, row, columns, table }: BodyRowProps<Row>) {
  return (
    <AriaRow
      id={id}
      textValue={table.rowText?.(row)}
      isDisabled={table.isRowDisabled?.(row)}
      className={cx(
        'focus-ring group -outline-offset-2 data-hovered:bg-hover data-selected:bg-brand-soft data-disabled:text-ink-faint',
        table.onOpen && 'cursor-pointer',
        table.fresh?.has(id) && 'fresh',
      )}
    >
      {table.onSelectionChange && (
        <Cell className={cx(bodyCell, 'leading-none')}>
          <Checkbox slot="selection" />
        </Cell>
      )}
      {columns.map((column) => (
        <BodyCell key={column.id} id={column.id} column={column} row={row} isWide={table.isWide} />
      ))}
      {table.rowMenu && (
        <Cell className={cx(bodyCell, 'text-right')}>
          <RowMenu label={table.rowText?.(row)}>{table.rowMenu(row)}</RowMenu>
        </Cell>
      )}
    </AriaRow>
  )
}

type BodyCellProps<Row> = { id: string; column: TableColumn<Row>; row: Row; isWide: boolean | undefined }

/** One line, unless the table is wide. What does not fit is cut, and shown whole under the pointer. */
function BodyCell<Row>({ column, row, isWide }: BodyCellProps<Row>) {
  const content = column.cell(row)
  const title = column.title ? column.title(row) : typeof content === 'string' ? content : undefined
  return (
    <Cell className={cx(bodyCell, column.align === 'end' && 'text-right tabular-nums')}>
      <div className={isWide ? 'min-w-16' : 'truncate'} title={isWide ? undefined : title}>
        {content}
      </div>
    </Cell>
  )
}

const cellSides = 'px-2 first:pl-4 last:pr-3'
// The header stays at the top of the window while its rows scroll.
const headerCell = cx(
  cellSides,
  'focus-ring sticky top-0 z-10 h-9 border-b text-xs font-medium whitespace-nowrap text-ink-muted -outline-offset-2 bg-surface',
)
const bodyCell = cx(cellSides, 'focus-ring h-10 border-b border-line/70 align-middle -outline-offset-2')

function SortMark({ direction }: { direction?: SortDirection }) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return <Icon aria-hidden="true" className={cx('size-3.5', direction ? 'text-brand-ink' : 'text-ink-faint')} />
}

function useVisibleColumns<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] {
  const isLarge = useMedia('(min-width: 64rem)')
  const isExtraLarge = useMedia('(min-width: 80rem)')
  const isHuge = useMedia('(min-width: 96rem)')
  // The same array until something changes, because rows render again when it does.
  return useMemo(
    () =>
      columns.filter((column) => {
        if (column.hideBelow === 'lg') return isLarge
        if (column.hideBelow === 'xl') return isExtraLarge
        if (column.hideBelow === '2xl') return isHuge
        return true
      }),
    [columns, isLarge, isExtraLarge, isHuge],
  )
}
