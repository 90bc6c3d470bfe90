import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import type { Me } from '#domain/schema/workspace.ts'
import { keys } from '#web/lib/keys.ts'
import { liveStartQuery, useLive } from '#web/lib/live.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { Providers } from '#web/lib/providers.tsx'
import { isSignedIn, signOut } from '#web/lib/session.ts'
import { useWorkspaceAddress } from '#web/lib/use-workspace-address.ts'
import { useTabWorkspace } from '#web/lib/workspace.ts'
import type { Account } from './shell/account.ts'
import { AppShell } from './shell/app-shell.tsx'
import { BareShell } from './shell/bare-shell.tsx'
import { QuotaHint } from './shell/quota-hint.tsx'
import { TierNotice } from './shell/tier-notice.tsx'
import { FrozenBanner } from './shell/frozen-banner.tsx'
import { SandboxBanner } from './shell/sandbox-banner.tsx'
import { Guarded } from './rights/guarded.tsx'
import { useIdleSignOut } from './shell/use-idle-sign-out.ts'
import { useRoleNews } from './rights/use-role-news.ts'
import { ClosedPage } from './workspaces/closed-page.tsx'
import { CreateDialog } from './workspaces/create-dialog.tsx'
import { useSwitcher } from './workspaces/use-switcher.ts'
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
  const { refusal } = useTabWorkspace()
  const isOpen = session.data === true && !refusal
  const me = useQuery({ ...meQuery, enabled: isOpen })
  // Whoever may not read the log hears what concerns them, and has nothing to read first.
  const readsLog = me.data && mayDo(me.data, 'see_operations')
  const start = useQuery({ ...liveStartQuery, enabled: isOpen && readsLog === true })
  const isReady = me.data && !(readsLog && start.isPending)
  const isHere = useWorkspaceAddress(session.data === true)
  const switcher = useSwitcher()
  useLive(isOpen && isReady ? me.data : undefined, start.data)
  useRoleNews(me.data)
  useIdleSignOut(me.data?.workspace.idle_minutes ?? null)
  const leave = async () => {
    await signOut()
    // A full page load, so that none of this person's data stays in memory.
    window.location.assign('/signin')
  }
  const frame = { onSignOut: () => void leave(), switcher }
  const creating = switcher.isCreating && (
    <CreateDialog from={refusal ? undefined : me.data?.workspace} onClose={() => switcher.setCreating(false)} />
  )
  if (refusal) {
    return (
      <BareShell {...frame}>
        {isHere ? (
          <ClosedPage refusal={refusal} wasOpen={me.data !== undefined} onCreate={() => switcher.setCreating(true)} />
        ) : (
          <Loading />
        )}
        {creating}
      </BareShell>
    )
  }
  const failed = session.error ? session : me.error ? me : undefined
  return (
    <AppShell
      {...frame}
      account={me.data && accountOf(me.data)}
      notice={
        <>
          {me.data?.workspace.sandbox_of && <SandboxBanner parent={me.data.workspace.sandbox_of} />}
          {me.data?.frozen && <FrozenBanner frozen={me.data.frozen} zone={me.data.workspace.time_zone} />}
          {me.data && mayDo(me.data, 'see_operations') && (
            <>
              <TierNotice />
              <QuotaHint />
            </>
          )}
        </>
      }
    >
      {isReady && isHere ? (
        <Guarded>
          <Outlet />
        </Guarded>
      ) : failed ? (
        <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Loading />
      )}
      {creating}
    </AppShell>
  )
}

function accountOf(me: Me): Account {
  const { id, name, tier, trial_ends_at: endsAt, created_at } = me.workspace
  // A person has one trial. Their further workspaces have none that could end. Drivers and clients buy nothing.
  const isShown = tier === 'free' && endsAt > created_at && mayDo(me, 'see_operations')
  const page = mayDo(me, 'manage_billing') ? '/dashboard/billing' : '/pricing'
  return { email: me.email, workspaceName: name, ...(isShown && { trial: { workspaceId: id, endsAt, page } }) }
}
