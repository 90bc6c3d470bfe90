import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { withoutArrival } from '#web/lib/arrival.ts'
import { hasSession, useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { detour, isReturning } from '#web/lib/session.ts'
import { Loading } from './loading.tsx'

const MemberLayout = lazy(() => import('./member-layout.tsx'))

/** Members work here. Guests see the dashboard itself, with samples; for everything below it they sign in first and come back. */
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

/** A guest, or somebody coming back from a mail or another provider with what becomes a session. */
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
      // Whoever comes back from a mail is a member once the address has been read.
      const elsewhere = isReturning() ? await detour(next) : `/signin?next=${encodeURIComponent(next)}`
      await navigate(elsewhere ?? next, { replace: true })
    }
    // The first rendering is the page as built, which knows nobody.
    if (!hasSession()) lead().catch((error: unknown) => console.warn('The sign-in was not completed:', error))
  }, [navigate, pathname, search])
  return <Waiting />
}

/** Where the frame and the page will be. */
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
