import { useQuery } from '@tanstack/react-query'
import { Plus, Repeat, Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { dayOf } from '#domain/time.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useKept } from '../records/use-kept.ts'
import { useOpened } from '../records/use-opened.ts'
import { GroupCard } from './group-card.tsx'
import { groupsOf } from './groups.ts'
import { Questions, type Asking } from './questions.tsx'
import { OpenedRecurring } from './opened-recurring.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { recurringQuery, standingRoutesQuery } from './recurring-queries.ts'
import { RouteDialog } from './route-dialog.tsx'
import { useRecurringActions } from './use-recurring-actions.ts'

export function meta() {
  return [{ title: 'Recurring orders · Karta' }]
}

const noOrders: readonly RecurringOrder[] = []
const noRoutes: readonly StandingRoute[] = []

/** Orders that come again, by standing route. */
export default function RecurringPage() {
  const { time_zone } = useMe().workspace
  const today = dayOf(useNow(), time_zone)
  const mayChange = useMay('change_deliveries')
  const mayChangeRoutes = useMay('change_planning')
  const orders = useQuery(recurringQuery)
  const routes = useQuery(standingRoutesQuery)
  const [rows, lines] = [orders.data ?? noOrders, routes.data ?? noRoutes]
  const [search, setSearch] = useSearch()
  const groups = useMemo(() => groupsOf(rows, lines, search), [rows, lines, search])
  const { opened, open, close } = useOpened(rows)
  const mayKeep = useKept(opened === 'new' ? opened : undefined, mayChange)
  const [asking, ask] = useState<Asking>()
  const actions = useRecurringActions()
  const failed = [orders, routes].find(({ isLoadingError }) => isLoadingError)
  const isLoaded = orders.data !== undefined && routes.data !== undefined
  const hasNone = isLoaded && rows.length === 0 && lines.length === 0
  const buttons = (
    <>
      {mayChangeRoutes && (
        <Button
          icon={<Waypoints aria-hidden="true" className="size-4" />}
          onPress={() => ask({ kind: 'route', route: undefined })}
        >
          Add standing route
        </Button>
      )}
      {mayChange && (
        <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => open('new')}>
          Add recurring order
        </Button>
      )}
      <NotOffered action="change_deliveries" doing="change recurring orders" />
    </>
  )
  return (
    <>
      <PageHeader
        title="Recurring orders"
        description="Orders that come again. Their deliveries are added two weeks ahead."
        actions={!hasNone && buttons}
      />
      {isLoaded && !hasNone && (
        <Toolbar label="Find recurring orders">
          <SearchField
            label="Search recurring orders"
            placeholder="Search recurring orders"
            className="w-full sm:w-72"
            value={search}
            onChange={setSearch}
          />
        </Toolbar>
      )}
      {failed ? (
        <LoadError
          title="The recurring orders could not be loaded"
          error={failed.error}
          onRetry={() => void Promise.all([orders.refetch(), routes.refetch()])}
          isRetrying={failed.isFetching}
        />
      ) : !isLoaded ? (
        <Skeleton className="h-64 w-full rounded-xl" />
      ) : hasNone ? (
        <Card>
          <EmptyState icon={<Repeat />} title="No recurring orders yet" actions={buttons}>
            Customers who order every Monday, or every second Friday, are entered once. You can also choose Repeat… on
            any delivery.
          </EmptyState>
        </Card>
      ) : groups.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Repeat />}
            title="No recurring orders match"
            actions={<Button onPress={() => setSearch('')}>Clear the search</Button>}
          >
            Names, addresses, phone numbers, notes, routes and their drivers are searched.
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-5">
          {groups.map((group) => (
            <GroupCard
              key={group.route?.id ?? 'none'}
              group={group}
              today={today}
              isTitled={lines.length > 0}
              mayChange={mayChange}
              mayChangeRoutes={mayChangeRoutes}
              isSearching={search.trim() !== ''}
              onOpen={open}
              onPause={(row, paused) => void actions.setPaused(row, paused)}
              onEnd={(row) => ask({ kind: 'end', row })}
              onMove={actions.move}
              onEditRoute={() => ask({ kind: 'route', route: group.route })}
              onDeleteRoute={() => group.route && ask({ kind: 'delete route', route: group.route })}
            />
          ))}
        </div>
      )}
      {typeof opened === 'object' && <OpenedRecurring key={opened.id} row={opened} onClose={close} />}
      {opened === 'new' && mayKeep && isLoaded && <RecurringForm onClose={close} />}
      {asking?.kind === 'route' && (
        <RouteDialog route={asking.route} onClose={() => ask(undefined)} onSaved={() => void actions.refresh()} />
      )}
      <Questions asking={asking} onClose={() => ask(undefined)} actions={actions} />
    </>
  )
}

/** The search in the address, so that a link can hold it. */
function useSearch() {
  const [params, setParams] = useSearchParams()
  const set = (value: string) =>
    setParams(
      (now) => {
        if (value) now.set('q', value)
        else now.delete('q')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get('q') ?? '', set] as const
}
