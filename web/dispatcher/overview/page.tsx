import { lazy, Suspense } from 'react'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { GuestDashboard } from '../guest/guest-dashboard.tsx'
import { Loading } from '../loading.tsx'

const Overview = lazy(async () => ({ default: (await import('./overview.tsx')).Overview }))

/** One address for two audiences: guests see sample data, members their own day. */
export default function DashboardPage() {
  if (!useSeemsSignedIn()) return <GuestDashboard />
  return (
    <Suspense fallback={<Loading />}>
      <Overview />
    </Suspense>
  )
}
