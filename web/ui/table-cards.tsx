import { GridList, GridListItem } from 'react-aria-components'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { RowMenu } from './row-menu.tsx'
import type { TableColumn, TableProps, TableSelection } from './table-types.ts'

/** The narrow form of a table: one card per row. */
export function TableCards<Row extends object>(props: TableProps<Row>) {
  const isSelectable = props.onSelectionChange !== undefined
  return (
    <GridList
      aria-label={props.label}
      items={props.rows}
      dependencies={[props.columns, props.rowMenu, props.card, props.fresh]}
      selectionMode={isSelectable ? 'multiple' : 'none'}
      selectedKeys={props.selected}
      onSelectionChange={(keys) => props.onSelectionChange?.(keys as TableSelection)}
      onAction={props.onOpen && ((key) => props.onOpen?.(String(key)))}
      className={cx('grid outline-none transition-opacity', props.isRefreshing && 'opacity-60')}
    >
      {(row: Row) => (
        <GridListItem
          id={props.rowKey(row)}
          textValue={props.rowText?.(row) ?? props.rowKey(row)}
          isDisabled={props.isRowDisabled?.(row)}
          className={cx(
            'focus-ring flex items-start gap-3 border-b border-line/70 px-4 py-3 -outline-offset-2 last:border-b-0 data-pressed:bg-hover data-selected:bg-brand-soft data-disabled:text-ink-faint',
            props.fresh?.has(props.rowKey(row)) && 'fresh',
          )}
        >
          {isSelectable && <Checkbox slot="selection" className="mt-0.5" />}
          <div className="min-w-0 flex-1 wrap-anywhere">
            {props.card ? props.card(row) : <ColumnCard columns={props.columns} row={row} />}
          </div>
          <RowMenu label={props.rowText?.(row)}>{props.rowMenu?.(row)}</RowMenu>
        </GridListItem>
      )}
    </GridList>
  )
}

function ColumnCard<Row>({ columns, row }: { columns: readonly TableColumn<Row>[]; row: Row }) {
  const title = columns.find((column) => column.isRowHeader) ?? columns[0]
  return (
    <>
      <div className="font-medium">{title?.cell(row)}</div>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[0.8125rem]">
        {columns
          .filter((column) => column !== title)
          .map((column) => ({ column, content: column.cell(row) }))
          .filter(({ content }) => content !== '' && content !== null && content !== undefined)
          .map(({ column, content }) => (
            <div key={column.id} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-muted">{column.header}</dt>
              <dd className="min-w-0">{content}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
