import type { ReactNode } from 'react'

/** One column of a table. */
export type TableColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** Whether the column names the row for screen readers. Defaults to the first one. */
  isRowHeader?: boolean
  align?: 'start' | 'end'
  /** Hidden on screens narrower than this, to leave room for what matters more. */
  hideBelow?: 'lg' | 'xl' | '2xl'
  /** The whole text of a cell that may be cut. Not needed where the cell is plain text. */
  title?: (row: Row) => string | undefined
  /** A width class such as `w-32`. Columns without one share what is left. */
  width?: string
  /** False hides the header visually, but not from screen readers. */
  isHeaderVisible?: boolean
}

/** The sorted column and its direction. */
type TableSort = { column: string; direction: 'ascending' | 'descending' }

/** The keys of the selected rows, or all of them. */
export type TableSelection = 'all' | Set<string>

export type TableProps<Row> = {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row's name, for typing ahead and for the label of its checkbox. */
  rowText?: (row: Row) => string
  /** Called when a row is pressed. */
  onOpen?: (key: string) => void
  /** The MenuItems of the button at the row's end. A row without any has no button. */
  rowMenu?: (row: Row) => ReactNode
  sort?: TableSort
  onSortChange?: (sort: TableSort) => void
  selected?: TableSelection
  onSelectionChange?: (selected: TableSelection) => void
  /** The keys of rows that just changed, to point them out for a moment. */
  fresh?: ReadonlySet<string>
  isRowDisabled?: (row: Row) => boolean
  /** There may be more columns than fit: each is as wide as its content, and the table scrolls sideways. */
  isWide?: boolean
  /** Columns would be squeezed on tablets, which get cards as phones do. */
  needsDesktop?: boolean
  /** Rows are loading for the first time. */
  isLoading?: boolean
  /** Rows are loading again. The old ones stay visible but pale. */
  isRefreshing?: boolean
  empty?: ReactNode
  /** How a row looks on a phone. Without it, a card lists the columns. */
  card?: (row: Row) => ReactNode
}
