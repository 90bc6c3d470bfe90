import { createContext, useContext } from 'react'
import type { Hover } from './hover.ts'

/**
 * How further stops are selected: instead of the others, beside them, beside them or no longer, or all from the last one
 * on. A range stays within one route; across routes, it adds.
 */
export type SelectMode = 'replace' | 'add' | 'toggle' | 'range'

/** The one selection of the board, which map, list and timeline share. */
export type Selection = {
  /** Ids of stops, and of unassigned deliveries. */
  stopIds: ReadonlySet<string>
  /** The route that is open; the map mutes the others. */
  routeId: string | null
  /** The group of unassigned deliveries that the map shows alone. */
  litGroupKey: string | null
  select: (ids: Iterable<string>, mode?: SelectMode) => void
  /** Selects one stop and opens its route. */
  showStop: (id: string) => void
  openRoute: (id: string | null) => void
  /** Selects every stop of a route that is still open. */
  selectRoute: (id: string) => void
  lightGroup: (key: string | null) => void
  hover: Hover
}

export const SelectionContext = createContext<Selection | null>(null)

export function useSelection(): Selection {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('The selection belongs to a board.')
  return selection
}

/** What a press with these keys held does to the selection. */
export function modeOf({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>): SelectMode {
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : 'replace'
}
