import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useOthersHere } from '#web/lib/live/use-others-here.ts'
import type { Person } from '#web/lib/live/who-is-here.ts'
import { useSelection } from './selection.ts'

/** Somebody else on the board, in a color of their own. */
export type Colleague = Person & { color: string }

type People = {
  people: readonly Colleague[]
  /** Who else has selected a stop or an unassigned delivery, by its id. */
  selectors: ReadonlyMap<string, Colleague>
}

const nobody: People = { people: [], selectors: new Map() }
const PeopleContext = createContext(nobody)

/** Beside the blues and greens of a selection of one's own, and readable on both themes. */
const colors = ['#d6336c', '#c2410c', '#9c36b5', '#1971c2', '#c92a2a'] as const

export const usePeople = () => useContext(PeopleContext)

/** Tells the others on this plan what is selected here, and knows what they have selected. */
export function PeopleProvider({ planId, children }: { planId: string; children: ReactNode }) {
  const { stopIds } = useSelection()
  const others = useOthersHere('plan', planId, stopIds)
  const value = useMemo(() => withColors(others), [others])
  return <PeopleContext value={value}>{children}</PeopleContext>
}

/** Gives everybody a color, and lists what they have selected; of two who selected the same, the first by name. */
export function withColors(others: readonly Person[]): People {
  if (others.length === 0) return nobody
  const people = others.map((person, place) => ({ ...person, color: colors[place % colors.length]! }))
  const pairs = people.toReversed().flatMap((person) => person.selected.map((id) => [id, person] as const))
  return { people, selectors: new Map(pairs) }
}
