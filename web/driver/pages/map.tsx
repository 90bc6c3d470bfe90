import { lazy, Suspense } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { isVisit, routeOfToday } from '../day/stops.ts'
import { useDay } from '../road/use-road.ts'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'

// Kept by the service worker once it was loaded; a failure to load is shown like any other.
const RouteMap = lazy(async () =>
  import('../map/route-map.tsx').then(
    ({ RouteMap }) => ({ default: RouteMap }),
    () => ({ default: NoMap }),
  ),
)

/** The route on a map. */
export function MapPage() {
  const { say } = useWords()
  const route = routeOfToday(useDay(), Date.now())
  return (
    <Screen
      title={say('nav.map')}
      subtitle={route && say('stop.count', { count: route.stops.filter(isVisit).length })}
      onBack={null}
      isWide
    >
      <Suspense fallback={<Spinner size="large" label={say('app.loading')} />}>
        {route ? <RouteMap route={route} /> : <p className="px-4">{say('today.none')}</p>}
      </Suspense>
    </Screen>
  )
}

function NoMap() {
  const { say } = useWords()
  return <p className="px-4 text-ink-muted">{say('map.offline')}</p>
}
