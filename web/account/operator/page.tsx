import { useQuery } from '@tanstack/react-query'
import { redirect, useSearchParams } from 'react-router'
import { getOperatorOverview } from '#domain/api/operator.ts'
import { call, CallError } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { detour } from '#web/lib/session.ts'
import { useSetParam } from '#web/lib/set-param.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Failures } from './failures.tsx'
import { Messages } from './messages.tsx'
import { overviewQuery } from './operator-queries.ts'
import { Overview } from './overview.tsx'
import { UseByDay } from './use-by-day.tsx'
import { Workspaces } from './workspaces.tsx'

export function meta() {
  return [{ title: 'Operator · Karta' }, { name: 'robots', content: 'noindex' }]
}

/** Guests sign in first and come back. To whoever does not run the installation, the page does not exist. */
export async function clientLoader() {
  const elsewhere = await detour('/operator')
  if (elsewhere) throw redirect(elsewhere)
  try {
    await call(getOperatorOverview, {})
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new Response(null, { status: 404 })
  }
  return null
}

export function HydrateFallback() {
  return (
    <main className="grid min-h-dvh place-items-center bg-ground">
      <Spinner size="large" label="Loading" />
    </main>
  )
}

const views = [
  { id: 'workspaces', label: 'Workspaces', content: <Workspaces /> },
  { id: 'use', label: 'Use', content: <UseByDay /> },
  { id: 'failures', label: 'Failures', content: <Failures /> },
  { id: 'messages', label: 'Messages', content: <Messages /> },
]

/** What whoever runs the installation sees of it. The view is in the address. */
export default function OperatorPage() {
  const overview = useQuery(overviewQuery)
  const [params] = useSearchParams()
  const set = useSetParam({ replace: true })
  const view = views.find(({ id }) => id === params.get('view')) ?? views[0]!
  return (
    <div className="min-h-dvh bg-ground text-sm">
      <header className="border-b bg-surface">
        <div className="mx-auto flex max-w-7xl items-center justify-between gap-4 px-4 py-3 sm:px-6">
          <Logo />
          <nav aria-label="Elsewhere" className="flex gap-4">
            <Link to="/dashboard">Dashboard</Link>
            <Link to="/my-account">My account</Link>
          </nav>
        </div>
      </header>
      <main className="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
        <h1 className="mb-5 text-2xl font-semibold tracking-tight">Operator</h1>
        {overview.isLoadingError ? (
          <LoadError
            title="The overview could not be loaded"
            error={overview.error}
            onRetry={() => void overview.refetch()}
            isRetrying={overview.isFetching}
          />
        ) : (
          <Overview overview={overview.data} />
        )}
        <Tabs
          label="Views"
          items={views}
          selectedKey={view.id}
          onSelectionChange={(id) => set('view', String(id))}
          className="mt-8"
        />
      </main>
    </div>
  )
}
