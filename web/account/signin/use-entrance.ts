import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageQueryClient } from '#web/lib/query-client.ts'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { isFactorDue, isReturning, isSignedIn, safeNext } from '#web/lib/session.ts'

/** Where the person wanted to go: one of our own paths, from the address. */
export function useNext(): string {
  const [search] = useSearchParams()
  return safeNext(search.get('next'))
}

/** The same page of the way in with where to go afterwards. */
export function onwards(path: string, next: string): string {
  return next === '/dashboard' ? path : `${path}?${new URLSearchParams({ next })}`
}

/** Gives what to call once a session is there: it goes to `next`, or to the second factor that is due first. */
export function useEnter(): (next: string) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (next: string) => {
      pageQueryClient().clear()
      await navigate((await isFactorDue()) ? onwards('/signin/second-factor', next) : next, { replace: true })
    },
    [navigate],
  )
}

/** The same, and at once for who is signed in already or signs in meanwhile, be it in another tab. */
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
      // Without a connection nobody can tell; the form will say so when it is sent.
      if ((seemsSignedIn || isReturning()) && (await isSignedIn().catch(() => false))) await enterOnce()
    }
    void enterIfKnown()
  }, [enterOnce, seemsSignedIn])
  return enterOnce
}
