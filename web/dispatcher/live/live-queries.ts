import { queryOptions } from '@tanstack/react-query'
import { listEvents } from '#domain/api/events.ts'
import { listRouteEtas } from '#domain/api/etas.ts'
import { getRoute } from '#domain/api/plans.ts'
import { getTrail, listPositions, listStays } from '#domain/api/positions.ts'
import type { TrailPoint } from '#domain/schema/position.ts'
import { dayAfter, instantOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { liveStatus } from '#web/lib/live/status.ts'
import { happeningOf, happeningTypes, type Happening } from '#domain/events/happening.ts'

/** How often everything is read, to be sure, and while nothing comes by itself. */
const everyMs = { live: 60_000, interrupted: 10_000 }

/** The larger the fleet, the longer reading it takes, and the rarer it is read because something changed. */
const restPerRead = 10
const longestRestMs = 20_000
let lastRead = { endedAt: -Infinity, tookMs: 0 }

/** Where everybody is, and what they drive. Positions then come by themselves. */
export const positionsQuery = queryOptions({
  queryKey: keys.positions.now,
  queryFn: async ({ signal }) => {
    const restMs = Math.min(lastRead.tookMs * restPerRead, longestRestMs)
    await pause(lastRead.endedAt + restMs - performance.now(), signal)
    const beganAt = performance.now()
    const { now, data } = await call(listPositions, { signal })
    lastRead = { endedAt: performance.now(), tookMs: performance.now() - beganAt }
    const names = new Intl.Collator()
    return {
      /** How far this device's clock is behind the server's. */
      clockOffsetMs: Date.parse(now) - Date.now(),
      drivers: data.toSorted((one, other) => names.compare(one.name, other.name)),
    }
  },
  refetchInterval: () => (liveStatus() === 'live' ? everyMs.live : everyMs.interrupted),
})

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** One route with its stops. */
export const routeQuery = (id: string) =>
  queryOptions({
    queryKey: keys.route(id),
    queryFn: ({ signal }) => call(getRoute, { params: { id }, signal }),
    placeholderData: (before) => (before?.id === id ? before : undefined),
  })

/** When the driver is expected at the stops ahead. */
export const routeEtasQuery = (id: string) =>
  queryOptions({
    queryKey: keys.routeEtas(id),
    queryFn: async ({ signal }) => (await call(listRouteEtas, { params: { id }, signal })).data,
    refetchInterval: 30_000,
  })

const dayIn = (day: string, zone: string) => ({
  from: instantOf(day, '00:00', zone).toISOString(),
  to: instantOf(dayAfter(day), '00:00', zone).toISOString(),
})

/** Where a driver went on a day. */
export const trailQuery = (driverId: string, day: string, zone: string) =>
  queryOptions({
    queryKey: keys.positions.trail(driverId, day),
    queryFn: async ({ signal }) => {
      const points: TrailPoint[] = []
      let cursor: string | undefined
      do {
        const query = { ...dayIn(day, zone), limit: 20_000, ...(cursor && { cursor }) }
        const page = await call(getTrail, { params: { id: driverId }, query, signal })
        points.push(...page.data)
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      return points
    },
    refetchInterval: 60_000,
  })

/** Where a driver stood, and the detours, on a day. */
export const staysQuery = (driverId: string, day: string, zone: string) =>
  queryOptions({
    queryKey: keys.positions.stays(driverId, day),
    queryFn: async ({ signal }) =>
      (await call(listStays, { params: { id: driverId }, query: dayIn(day, zone), signal })).data,
    refetchInterval: 60_000,
  })

/** What happened lately on the road, newest first. */
export const happeningsQuery = queryOptions({
  queryKey: keys.happenings,
  queryFn: async ({ signal }): Promise<Happening[]> => {
    const query = { after: 'latest', limit: 200, types: happeningTypes.join(',') }
    const { data } = await call(listEvents, { query, signal })
    return data.flatMap((event) => happeningOf(event) ?? []).toReversed()
  },
})
