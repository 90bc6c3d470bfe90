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
export type TableSort = { column: string; direction: 'ascending' | 'descending' }

/** Chosen rows by key, or all of them. */
export type TableSelection = 'all' | Set<string>
