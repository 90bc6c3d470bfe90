import { Skeleton } from './skeleton.tsx'
import { TableCards } from './table-cards.tsx'
import { TableGrid } from './table-grid.tsx'
import type { TableProps } from './table-types.ts'
import { useIsNarrow, useMedia } from './use-media.ts'

/** A list of records: a table on wide screens, cards on phones. One that needs a desktop is cards on tablets, too. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const isNarrow = useIsNarrow()
  const isTablet = useMedia('(max-width: 63.99rem)')
  if (props.isLoading) return <LoadingRows label={props.label} />
  if (props.rows.length === 0 && props.empty) return <>{props.empty}</>
  return isNarrow || (props.needsDesktop && isTablet) ? <TableCards {...props} /> : <TableGrid {...props} />
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
