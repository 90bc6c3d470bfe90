import { Present } from '#domain/live.ts'

/** Somebody who has the same record open. */
export type Person = { id: string; name: string }

type PresenceState = Record<string, readonly unknown[]>

/**
 * The others in a room, by name, as the server says who they are. Somebody with several tabs is there once, and nobody
 * needs to be told of themselves.
 */
export function othersIn(state: PresenceState, ownId: string): Person[] {
  const people = new Map<string, Person>()
  for (const shown of Object.values(state).flat()) {
    const { data } = Present.safeParse(shown)
    if (data && data.who.id !== ownId) people.set(data.who.id, data.who)
  }
  return [...people.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

const andList = new Intl.ListFormat('en')

/** “Budi and Sari are here”, for those who do not see who is. */
export function saysWho(people: readonly Person[]): string {
  if (people.length === 0) return ''
  return `${andList.format(people.map(({ name }) => name))} ${people.length === 1 ? 'is' : 'are'} here`
}
