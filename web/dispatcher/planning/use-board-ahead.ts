import { useEffect } from 'react'
import { useCalm } from '#web/lib/use-calm.ts'

/** Loads the code of the board while there is nothing else to do, so that a press on a day waits for its plan alone. */
export function useBoardAhead(): void {
  const isCalm = useCalm(true)
  useEffect(() => {
    // Offline, the press itself says so.
    if (isCalm) import('./board/page.tsx').catch(() => {})
  }, [isCalm])
}
