import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
import { TableCards } from './table-cards.tsx'
import { TableGrid } from './table-grid.tsx'
import type { TableColumn, TableSelection, TableSort } from './table-types.ts'
import { useIsNarrow } from './use-media.ts'

export type TableProps<Row> = {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What typing letters jumps to, and what the selection box of the row is called. */
  rowText?: (row: Row) => string
  /** Opens the row; on the whole row. */
  onOpen?: (key: string) => void
  /** MenuItems for the button at the row's end. */
  rowMenu?: (row: Row) => ReactNode
  sort?: TableSort
  onSortChange?: (sort: TableSort) => void
  selected?: TableSelection
  onSelectionChange?: (selected: TableSelection) => void
  isRowDisabled?: (row: Row) => boolean
  isDense?: boolean
  /** Rows are being fetched for the first time. */
  isLoading?: boolean
  /** Rows are being fetched again: the old ones stay, paler. */
  isRefreshing?: boolean
  empty?: ReactNode
  /** How a row looks on a phone; without it a card is made of the columns. */
  card?: (row: Row) => ReactNode
  /** Height classes for the scrolling box, such as `max-h-[60vh]`; the header then stays in sight. */
  height?: string
}

/** The product's one list of records: a table on wide screens, cards on phones. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const isNarrow = useIsNarrow()
  if (props.isLoading) return <LoadingRows label={props.label} />
  if (props.rows.length === 0 && props.empty) return <>{props.empty}</>
  return isNarrow ? <TableCards {...props} /> : <TableGrid {...props} />
}

function LoadingRows({ label }: { label: string }) {
  return (
    <output className="grid gap-3 p-4">
      <span className="sr-only">Loading {label}</span>
      {['w-11/12', 'w-4/5', 'w-10/12', 'w-3/4', 'w-11/12', 'w-2/3'].map((width, position) => (
        <Skeleton key={position} className={`h-5 ${width}`} />
      ))}
    </output>
  )
}
