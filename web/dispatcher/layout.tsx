// Loaded with the frame: a sheet that arrives with a page makes the browser restyle the whole page before it.
import '#web/map/map.css'
import './planning/board/timeline/timeline.css'
import './planning/drag/drag.css'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { withoutArrival } from '#web/lib/arrival.ts'
import { hasSession, useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { detour, isReturning } from '#web/lib/session.ts'
import { Loading } from './loading.tsx'

const MemberLayout = lazy(() => import('./member-layout.tsx'))

/**
 * Members work here. Guests see the dashboard with sample data. For every page below it, they sign in first and come
 * back.
 */
export default function DispatcherLayout() {
  const isMember = useSeemsSignedIn()
  const { pathname } = useLocation()
  const isOverview = /^\/dashboard\/?$/.test(pathname)
  if (!isMember) return isOverview ? <GuestOverview /> : <Entrance />
  return (
    <Suspense fallback={<Waiting />}>
      <MemberLayout />
    </Suspense>
  )
}

/** A guest, or someone who comes back from an email or a provider and is about to be signed in. */
function GuestOverview() {
  const navigate = useNavigate()
  useEffect(() => {
    const finish = async () => {
      const elsewhere = isReturning() && (await detour('/dashboard'))
      if (elsewhere) await navigate(elsewhere, { replace: true })
    }
    finish().catch((error: unknown) => console.warn('The sign-in was not completed:', error))
  }, [navigate])
  return <Outlet />
}

function Entrance() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const lead = async () => {
      const next = pathname + withoutArrival(search)
      // People who come back from an email are members once the address has been read.
      const elsewhere = isReturning() ? await detour(next) : `/signin?next=${encodeURIComponent(next)}`
      await navigate(elsewhere ?? next, { replace: true })
    }
    // The first render is the prerendered page, which knows nobody.
    if (!hasSession()) lead().catch((error: unknown) => console.warn('The sign-in was not completed:', error))
  }, [navigate, pathname, search])
  return <Waiting />
}

/** A placeholder for the frame and the page. */
function Waiting() {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="hidden border-r bg-surface md:block" />
      <div className="px-4 pt-19 md:px-7 md:pt-6">
        <Loading />
      </div>
    </div>
  )
}
