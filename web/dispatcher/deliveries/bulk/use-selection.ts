import { useCallback, useState } from 'react'
import { isEditable } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { TableSelection } from '#web/ui/table-types.ts'

/** Which deliveries are selected: rows of this page, or everything that matches the filter. */
export function useSelection(rows: readonly Delivery[], total: number) {
  const [keys, setKeys] = useState<TableSelection>(new Set())
  const [isEverything, setEverything] = useState(false)

  const select = useCallback((next: TableSelection) => {
    setKeys(next)
    setEverything(false)
  }, [])
  const clear = useCallback(() => select(new Set()), [select])
  const toggle = (id: string) => {
    const next = new Set(keys === 'all' ? rows.map((row) => row.id) : keys)
    if (!next.delete(id)) next.add(id)
    select(next)
  }

  const selected = rows.filter((row) => keys === 'all' || keys.has(row.id))
  const isWholePage = rows.length > 0 && selected.length === rows.length
  return {
    keys,
    /** The selected rows of this page. */
    rows: selected,
    count: isEverything ? total : selected.length,
    isEverything,
    /** Whether any of it may be on a route. What other pages hold is not known. */
    mayBeOnRoute: isEverything || selected.some((row) => !isEditable(row.status)),
    select,
    clear,
    toggle,
    /** Absent unless the whole page is selected and there are more pages. */
    selectEverything: isWholePage && !isEverything && total > rows.length ? () => setEverything(true) : undefined,
  }
}

export type Selection = ReturnType<typeof useSelection>
