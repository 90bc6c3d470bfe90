import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { keys } from '#web/lib/keys.ts'
import { liveStartQuery, useLive } from '#web/lib/live.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { Providers } from '#web/lib/providers.tsx'
import { isSignedIn, signOut } from '#web/lib/session.ts'
import { AppShell } from './shell/app-shell.tsx'
import { QuotaHint } from './shell/quota-hint.tsx'
import { Loading } from './loading.tsx'

/** The frame around the members' pages. A separate module, so that guests do not load it. */
export default function MemberLayout() {
  return (
    <Providers>
      <Frame />
    </Providers>
  )
}

function Frame() {
  const session = useQuery({ queryKey: keys.session, queryFn: isSignedIn, staleTime: Infinity })
  const me = useQuery({ ...meQuery, enabled: session.data === true })
  const start = useQuery({ ...liveStartQuery, enabled: session.data === true })
  useLive(start.isPending ? undefined : me.data, start.data)
  const failed = session.error ? session : me.error ? me : undefined
  const account = me.data && {
    email: me.data.email,
    workspaceName: me.data.workspace.name,
    ...(me.data.workspace.tier === 'free' && {
      trial: { workspaceId: me.data.workspace.id, endsAt: me.data.workspace.trial_ends_at },
    }),
  }
  const leave = async () => {
    await signOut()
    // A full page load, so that none of this person's data stays in memory.
    window.location.assign('/signin')
  }
  return (
    <AppShell
      account={account}
      onSignOut={() => void leave()}
      notice={me.data && mayDo(me.data, 'see_operations') && <QuotaHint />}
    >
      {me.data && !start.isPending ? (
        <Outlet />
      ) : failed ? (
        <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Loading />
      )}
    </AppShell>
  )
}
