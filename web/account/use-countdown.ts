import { useEffect, useState } from 'react'

/** The seconds left, updated once a second. `begin` restarts it. */
export function useCountdown(initialSeconds: number): { remaining: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + initialSeconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const remaining = Math.max(0, Math.ceil((until - now) / 1000))
  const isRunning = remaining > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  const begin = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return { remaining, begin }
}
