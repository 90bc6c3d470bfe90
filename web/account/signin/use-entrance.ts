import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageQueryClient } from '#web/lib/query-client.ts'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { isFactorDue, isReturning, isSignedIn, safeNext } from '#web/lib/session.ts'
import { leaveWorkspace } from '#web/lib/workspace.ts'

/** Where the person wanted to go: a path of our own, from the address. */
export function useNext(): string {
  const [search] = useSearchParams()
  return safeNext(search.get('next'))
}

/** A sign-in page, with where to go afterwards. */
export function onwards(path: string, next: string): string {
  return next === '/dashboard' ? path : `${path}?${new URLSearchParams({ next })}`
}

/** Returns a function to call after sign-in: it goes to `next`, or first to a second factor that is due. */
export function useEnter(): (next: string) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (next: string) => {
      pageQueryClient().clear()
      leaveWorkspace()
      await navigate((await isFactorDue()) ? onwards('/signin/second-factor', next) : next, { replace: true })
    },
    [navigate],
  )
}

/** The same. People who are already signed in, or sign in meanwhile in another tab, go there at once. */
export function useEntrance(): () => Promise<void> {
  const next = useNext()
  const enter = useEnter()
  const seemsSignedIn = useSeemsSignedIn()
  const isEntering = useRef(false)
  const enterOnce = useCallback(async () => {
    if (isEntering.current) return
    isEntering.current = true
    await enter(next)
  }, [enter, next])
  useEffect(() => {
    const enterIfKnown = async () => {
      // Offline nobody can tell. The form says so when it is sent.
      if ((seemsSignedIn || isReturning()) && (await isSignedIn().catch(() => false))) await enterOnce()
    }
    void enterIfKnown()
  }, [enterOnce, seemsSignedIn])
  return enterOnce
}
