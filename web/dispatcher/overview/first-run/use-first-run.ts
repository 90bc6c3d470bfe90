import { useState } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { wasEverPlanned } from './progress.ts'

/** Whether the first steps are shown: until a day is planned, or somebody hides them on this device. */
export function useFirstRun(counts: { by_status: Record<string, number> } | undefined) {
  const { workspace, depot_ids } = useMe()
  // Somebody who is limited to depots joins a workspace that others set up.
  const isFounding = useMay('change_fleet') && depot_ids === null
  const storageKey = `karta-first-steps-${workspace.id}`
  const [isHidden, setHidden] = useState(() => recall(storageKey) === 'hidden')
  return {
    isShown: isFounding && counts !== undefined && !wasEverPlanned(counts) && !isHidden,
    dismiss: () => {
      remember(storageKey, 'hidden')
      setHidden(true)
    },
  }
}
