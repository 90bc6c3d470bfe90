import { useEffect } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import { signedInAt } from '#web/lib/session-trace.ts'
import { signOut } from '#web/lib/session.ts'
import { signsOutAt } from './idle.ts'

/** When any tab of this browser was last used, in milliseconds. */
const lastUseKey = 'karta-last-use'
const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Moving the pointer is noted no more often than this. */
const notedEveryMs = 5_000

/**
 * Signs out once nobody has used the dashboard for so many minutes, in any tab. A computer that slept looks as soon as it
 * wakes, and a page that is opened later looks first.
 * @param minutes null for never
 */
export function useIdleSignOut(minutes: number | null): void {
  useEffect(() => {
    if (minutes === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let notedAt = 0
    let isLeaving = false
    const look = () => {
      if (isLeaving) return
      const left = endsAt(minutes, Date.now()) - Date.now()
      clearTimeout(timer)
      if (left > 0) timer = setTimeout(look, left)
      else {
        isLeaving = true
        void leave()
      }
    }
    const use = () => {
      const now = Date.now()
      if (isLeaving || now - notedAt < notedEveryMs) return
      // Whoever comes back too late does not extend what has ended.
      if (endsAt(minutes, now) <= now) return look()
      notedAt = now
      remember(lastUseKey, String(now))
    }
    const wake = () => document.visibilityState === 'visible' && look()
    if (recall(lastUseKey) === null) remember(lastUseKey, String(Date.now()))
    look()
    for (const each of uses) window.addEventListener(each, use, { passive: true, capture: true })
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      for (const each of uses) window.removeEventListener(each, use, { capture: true })
      document.removeEventListener('visibilitychange', wake)
    }
  }, [minutes])
}

const endsAt = (minutes: number, now: number) =>
  signsOutAt({ lastUse: recall(lastUseKey), signedInAt: signedInAt() }, minutes, now)

/** Leaves nothing of the person in memory, and comes back here after the next sign-in. */
async function leave(): Promise<void> {
  const here = window.location.pathname + window.location.search
  await signOut().catch((error: unknown) => console.warn('The session could not be ended:', error))
  window.location.assign(`/signin?next=${encodeURIComponent(here)}`)
}
