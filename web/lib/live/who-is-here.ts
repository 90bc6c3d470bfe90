import { Present, SelectionMessage } from '#domain/live.ts'

/** Somebody who has the same record open, and what they have selected on it. */
export type Person = { id: string; name: string; selected: readonly string[] }

type PresenceState = Record<string, readonly unknown[]>

/**
 * The others in a room, by name, as the server says who they are. Somebody with several tabs is there once, and nobody
 * needs to be told of themselves.
 */
export function othersIn(state: PresenceState, ownId: string): Person[] {
  const people = new Map<string, Person>()
  for (const shown of Object.values(state).flat()) {
    const { data } = Present.safeParse(shown)
    if (data && data.who.id !== ownId) people.set(data.who.id, { ...data.who, selected: [] })
  }
  return [...people.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** What somebody says to have selected, or undefined if it is anything else. */
export function readSelection(payload: unknown): SelectionMessage | undefined {
  return SelectionMessage.safeParse(payload).data
}

const andList = new Intl.ListFormat('en')

/** “Budi and Sari are here”, for those who do not see who is. */
export function saysWho(people: readonly Pick<Person, 'name'>[]): string {
  if (people.length === 0) return ''
  return `${andList.format(people.map(({ name }) => name))} ${people.length === 1 ? 'is' : 'are'} here`
}
