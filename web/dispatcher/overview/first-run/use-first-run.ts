import { useState } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { wasEverPlanned } from './progress.ts'

/** Whether the first steps are shown: until a day is planned, or somebody hides them on this device. */
export function useFirstRun(counts: { by_status: Record<string, number> } | undefined) {
  const mayChange = useMay('change_fleet')
  const storageKey = `karta-first-steps-${useMe().workspace.id}`
  const [isHidden, setHidden] = useState(() => recall(storageKey) === 'hidden')
  return {
    isShown: mayChange && counts !== undefined && !wasEverPlanned(counts) && !isHidden,
    dismiss: () => {
      remember(storageKey, 'hidden')
      setHidden(true)
    },
  }
}
