import { useQuery } from '@tanstack/react-query'
import { redirect, useNavigate } from 'react-router'
import { detour, safeNext } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { factorsQuery, userQuery } from '../../my-account/account-query.ts'
import { OwnerForm } from '../../my-account/owner/owner-form.tsx'
import { EntryFrame } from '../frame.tsx'
import { useNext } from '../use-entrance.ts'

/** Guests sign in instead, which proves who they are. */
export async function clientLoader({ request }: { request: Request }) {
  const elsewhere = await detour(safeNext(new URL(request.url).searchParams.get('next')))
  if (elsewhere) throw redirect(elsewhere)
  return null
}

/** Asks whoever signed in a while ago to confirm that it is them, and leads back to what needs it. */
export default function OwnerPage() {
  const navigate = useNavigate()
  const next = useNext()
  const user = useQuery(userQuery)
  const factors = useQuery(factorsQuery)
  return (
    <EntryFrame
      title="Confirm that it is you"
      lead="You signed in a while ago. This keeps anybody else on this device from doing what is hard to take back."
    >
      {user.data && factors.data ? (
        <OwnerForm user={user.data} factors={factors.data} onDone={() => void navigate(next, { replace: true })} />
      ) : user.error || factors.error ? (
        <PlainAlert>Your account could not be loaded. Check your connection, and reload this page.</PlainAlert>
      ) : (
        <Loading />
      )}
    </EntryFrame>
  )
}

export function HydrateFallback() {
  return (
    <EntryFrame title="Confirm that it is you">
      <Loading />
    </EntryFrame>
  )
}

function Loading() {
  return (
    <div className="grid place-items-center py-8">
      <Spinner size="large" label="Loading your account" />
    </div>
  )
}
