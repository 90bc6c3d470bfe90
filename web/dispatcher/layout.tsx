import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Outlet, redirect, useNavigate } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { meQuery } from '#web/lib/me.ts'
import { isSignedIn, signOut } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/layout.ts'
import { AppShell } from './app-shell.tsx'

export function meta() {
  return [{ title: 'Dashboard · Karta' }]
}

/** Asks to sign in first, then comes back to the page that was wanted. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (await isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  throw redirect(`/signin?next=${encodeURIComponent(pathname + search)}`)
}

export default function DispatcherLayout() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const me = useQuery(meQuery)
  const account = me.data && {
    email: me.data.email,
    workspaceName: me.data.workspace.name,
    ...(me.data.workspace.tier === 'free' && { trialEndsAt: me.data.workspace.trial_ends_at }),
  }
  const leave = async () => {
    await signOut()
    queryClient.clear()
    await navigate('/signin')
  }
  return (
    <AppShell account={account} onSignOut={() => void leave()}>
      {me.data ? <Outlet /> : me.error ? <LoadError error={me.error} onRetry={() => void me.refetch()} /> : <Loading />}
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
