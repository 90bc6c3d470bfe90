import { useEffect, useState } from 'react'

const [latestMs, withoutIdleMs] = [2000, 600]

/** True once the browser has drawn what is wanted and has nothing else to do: for what can wait behind the first sight. */
export function useCalm(isWanted: boolean): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const become = () => setCalm(true)
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(become, withoutIdleMs)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(become, { timeout: latestMs })
    return () => cancelIdleCallback(waiting)
  }, [isWanted])
  return isCalm
}
