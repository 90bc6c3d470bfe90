import { useSyncExternalStore } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import { useMe } from '#web/lib/me.ts'

/*
 * Which columns somebody shows in a workspace, kept on their device.
 */

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids in what the device remembered. Anything else is ignored. */
export function readChosen(text: string | null): readonly string[] {
  return text ? text.split(',').filter((id) => /^[a-z][a-z0-9_.]*$/.test(id)) : []
}

/** The ids of the columns that somebody added to the list, and a way to change them. */
export function useChosenColumns() {
  const { workspace, user_id } = useMe()
  const key = `karta-columns-${workspace.id}-${user_id}`
  const text = useSyncExternalStore(
    subscribe,
    () => recall(key) ?? '',
    () => '',
  )
  const choose = (ids: readonly string[]) => {
    remember(key, ids.join(','))
    for (const listener of listeners) listener()
  }
  return { text, choose }
}
