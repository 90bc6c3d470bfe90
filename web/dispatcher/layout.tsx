import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { meQuery } from '#web/lib/me.ts'
import { hasSession, useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { isReturning, isSignedIn, signOut } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppShell } from './app-shell.tsx'

/** Members work here. Guests see the dashboard itself, with samples; for everything below it they sign in first and come back. */
export default function DispatcherLayout() {
  const isMember = useSeemsSignedIn()
  const { pathname } = useLocation()
  const isOverview = /^\/dashboard\/?$/.test(pathname)
  if (isMember) return <MemberLayout />
  return isOverview ? <GuestOverview /> : <Entrance />
}

/** A guest, or somebody coming back from a mail or another provider with what becomes a session. */
function GuestOverview() {
  useEffect(() => {
    if (isReturning()) isSignedIn().catch((error: unknown) => console.warn('The sign-in was not completed:', error))
  }, [])
  return <Outlet />
}

function Entrance() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // The first rendering is the page as built, which knows nobody.
    if (!hasSession()) void navigate(`/signin?next=${encodeURIComponent(pathname + search)}`, { replace: true })
  }, [navigate, pathname, search])
  return (
    <AppShell onSignOut={() => {}}>
      <Loading />
    </AppShell>
  )
}

function MemberLayout() {
  const session = useQuery({ queryKey: ['session'], queryFn: isSignedIn, staleTime: Infinity })
  const me = useQuery({ ...meQuery, enabled: session.data === true })
  const failed = session.error ? session : me.error ? me : undefined
  const account = me.data && {
    email: me.data.email,
    workspaceName: me.data.workspace.name,
    ...(me.data.workspace.tier === 'free' && { trialEndsAt: me.data.workspace.trial_ends_at }),
  }
  const leave = async () => {
    await signOut()
    // A new page: nothing of this person's stays in the old one.
    window.location.assign('/signin')
  }
  return (
    <AppShell account={account} onSignOut={() => void leave()}>
      {me.data ? (
        <Outlet />
      ) : failed ? (
        <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Loading />
      )}
    </AppShell>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-4" role="status" aria-label="Loading">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}
