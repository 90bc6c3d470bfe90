import type { ReactNode } from 'react'

/** One column of a table. */
export type TableColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** The column whose text names the row for screen readers; the first one unless told. */
  isRowHeader?: boolean
  align?: 'start' | 'end'
  /** Left out on screens narrower than this, so that what matters keeps its room. */
  hideBelow?: 'lg' | 'xl'
  /** Never broken over two lines; numbers at the end side never are. */
  isOneLine?: boolean
  /** A width class such as `w-32`; otherwise the content decides. */
  width?: string
  /** False hides the header from sight, not from screen readers. */
  isHeaderVisible?: boolean
}

/** What is sorted, and how. */
type TableSort = { column: string; direction: 'ascending' | 'descending' }

/** Chosen rows by key, or all of them. */
export type TableSelection = 'all' | Set<string>

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
