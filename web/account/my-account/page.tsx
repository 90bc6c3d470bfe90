import type { User } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { redirect } from 'react-router'
import { formatDate } from '#web/lib/format.ts'
import { authClient, isSignedIn, signOut } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** Guests sign in first, and come back. */
export async function clientLoader() {
  if (await isSignedIn()) return null
  throw redirect('/signin?next=/my-account')
}

/** The signed-in person's own account. */
export default function MyAccountPage() {
  const account = useQuery({ queryKey: ['account'], queryFn: fetchUser })
  if (account.data) return <Account user={account.data} />
  if (!account.error) return <Loading />
  return (
    <Frame>
      <PlainAlert>Your account could not be loaded. Check your connection and try again.</PlainAlert>
      <PlainButton className="mt-4" isPending={account.isFetching} onClick={() => void account.refetch()}>
        Try again
      </PlainButton>
    </Frame>
  )
}

export function HydrateFallback() {
  return <Loading />
}

async function fetchUser(): Promise<User> {
  const { auth } = await authClient()
  const { data, error } = await auth.getUser()
  if (error) {
    console.error('The account could not be fetched:', error.message)
    throw error
  }
  return data.user
}

function Account({ user }: { user: User }) {
  const email = user.email ?? ''
  return (
    <Frame>
      <dl className="grid gap-px overflow-hidden rounded-xl border bg-line sm:grid-cols-2">
        <Fact label="Email">
          <span className="flex min-w-0 items-center gap-2.5">
            <Avatar name={email || '?'} size="small" />
            <span className="min-w-0 truncate" title={email}>
              {email}
            </span>
          </span>
        </Fact>
        <Fact label="Account created">
          <time dateTime={user.created_at}>
            {formatDate(user.created_at, new Intl.DateTimeFormat().resolvedOptions().timeZone)}
          </time>
        </Fact>
      </dl>
      <div className="mt-8 divide-y border-y">
        <ChangePassword email={email} />
        <DeleteAccount email={email} />
      </div>
      <SignOut />
    </Frame>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd className="mt-1 font-medium">{children}</dd>
    </div>
  )
}

function SignOut() {
  const [isLeaving, setLeaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
      // A new page: nothing of this person's stays in the old one.
      window.location.assign('/signin')
    } catch (error) {
      console.error('Signing out failed:', error)
      setFailed(true)
      setLeaving(false)
    }
  }
  return (
    <div className="mt-8">
      {hasFailed && (
        <div className="mb-4">
          <PlainAlert>You are still signed in: the server could not be reached. Try again.</PlainAlert>
        </div>
      )}
      <PlainButton size="large" isPending={isLeaving} onClick={() => void leave()}>
        Sign Out
      </PlainButton>
    </div>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-[calc(100dvh-4rem)] bg-ground px-4 py-12 text-sm">
      <div className="mx-auto max-w-2xl rounded-2xl border bg-surface p-6 shadow-card sm:p-9">
        <h1 className="mb-6 text-2xl font-semibold tracking-tight">My Account</h1>
        {children}
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
