import type { User } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { detour } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { userQuery } from './account-query.ts'
import { AllowedApps } from './allowed-apps.tsx'
import { ChangeEmail } from './email/change-email.tsx'
import { ChangePassword } from './password/change-password.tsx'
import { DeleteAccount } from './deletion/delete-account.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { Notices } from './notices.tsx'
import { OwnerCheck } from './owner/owner-check.tsx'
import { Overview } from './overview.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactors } from './second-factors/second-factors.tsx'
import { Sessions } from './sessions.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { SignOut } from './sign-out.tsx'
import { YourData } from './your-data.tsx'

/** Guests sign in first and come back. So do people who still have to confirm a second factor. */
export async function clientLoader() {
  const elsewhere = await detour('/my-account')
  if (elsewhere) throw redirect(elsewhere)
  return null
}

/** The signed-in person's account. */
export default function MyAccountPage() {
  const account = useQuery(userQuery)
  if (account.data) return <Account user={account.data} />
  if (!account.error) return <Loading />
  return (
    <Frame>
      <div className="rounded-2xl border bg-surface p-6 shadow-card">
        <PlainAlert>Your account could not be loaded. Check your connection and try again.</PlainAlert>
        <PlainButton className="mt-4" isPending={account.isFetching} onClick={() => void account.refetch()}>
          Try again
        </PlainButton>
      </div>
    </Frame>
  )
}

export function HydrateFallback() {
  return <Loading />
}

function Account({ user }: { user: User }) {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return (
    <Frame aside={<SideNavigation />}>
      <Notices hasFactor={hasFactor} />
      <Overview user={user} />
      <ChangeEmail user={user} />
      <ChangePassword user={user} />
      <SecondFactors />
      <Passkeys />
      <LinkedAccounts user={user} />
      <Sessions />
      <AllowedApps />
      <YourData />
      <DeleteAccount />
      <SignOut />
      <OwnerCheck user={user} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-[calc(100dvh-4rem)] bg-ground px-4 py-10 text-sm sm:px-5 sm:py-12">
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-10 wrap-anywhere lg:grid-cols-[12rem_minmax(0,1fr)] xl:px-5">
        <h1 className="mb-6 text-2xl font-semibold tracking-tight lg:col-start-2">My Account</h1>
        <div className="lg:row-start-2">{aside}</div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-5 lg:col-start-2 lg:row-start-2">{children}</div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] place-items-center bg-ground">
      <Spinner size="large" label="Loading your account" />
    </div>
  )
}
