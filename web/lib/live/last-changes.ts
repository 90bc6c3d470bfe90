import { useSyncExternalStore } from 'react'

export type Stored = { id: string; version: number }

/** Who changed a record last, as an event told it. */
export type LastChange = {
  by: string
  at: string
  isDeletion: boolean
  /** The record after the change, if the event shows it as the API does. */
  record: Stored | undefined
}

/** As many records as a page can show. The oldest are forgotten. */
const most = 1000

/** How long a change is pointed out. */
const freshMilliseconds = 2500

const changes = new Map<string, LastChange>()
const listeners = new Set<() => void>()
const none: ReadonlySet<string> = new Set()
let fresh = none

/** Notes who changed the record of this ID. */
export function noteChange(id: string, change: LastChange): void {
  changes.delete(id)
  changes.set(id, change)
  if (changes.size > most) changes.delete(changes.keys().next().value!)
  fresh = new Set([...fresh, id])
  setTimeout(() => forget(id, change), freshMilliseconds)
  notify()
}

function forget(id: string, change: LastChange): void {
  const last = changes.get(id)
  if (last && last !== change) return
  fresh = new Set([...fresh].filter((each) => each !== id))
  notify()
}

/** The last change of a record since the page was opened, if there was one. */
export function useLastChange(id: string | undefined): LastChange | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (id === undefined ? undefined : changes.get(id)),
    () => undefined,
  )
}

/**
 * The record as it is now: as it was read, or as a later event showed it. The event's may lack what is counted or named
 * elsewhere. That stays as it was read.
 */
export function newest<R extends { version: number }>(read: R, told: Stored | undefined): R {
  return told && told.version > read.version ? { ...read, ...told } : read
}

/** The IDs of records that changed a moment ago. */
export function useFresh(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => fresh,
    () => none,
  )
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
