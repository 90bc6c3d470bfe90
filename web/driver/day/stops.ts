import type { CarriedDelivery, DrivenDayRoute, DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'

const ended: readonly CarriedDelivery['status'][] = ['delivered', 'failed', 'cancelled']

/** Whether nothing is left to do at a stop. Breaks are taken from the menu, and end by themselves. */
export function isDone({ kind, delivery, departed_at, done_at }: DrivenStop): boolean {
  if (done_at !== null || kind === 'break') return true
  if (kind === 'start') return departed_at !== null
  if (kind === 'pickup')
    return delivery !== null && (ended.includes(delivery.status) || delivery.status === 'in_transit')
  return delivery !== null && ended.includes(delivery.status)
}

export const isOpen = (stop: DrivenStop): boolean => !isDone(stop)

/** The first break of today's route that nobody has begun. */
export const nextBreak = (day: DriverDay, now: number): DrivenStop | undefined =>
  routeOfToday(day, now)?.stops.find(({ kind, arrived_at, done_at }) => kind === 'break' && !arrived_at && !done_at)

/** Stops with somebody to meet. */
export const isVisit = ({ delivery }: DrivenStop): boolean => delivery !== null

const isBegun = ({ departed_at, arrived_at, done_at }: DrivenStop) => Boolean(departed_at ?? arrived_at ?? done_at)

/**
 * Where the driver goes now: where they are or are on the way to, however the order changes meanwhile, or else the first stop
 * that is not done.
 */
export const nextStop = ({ stops }: DrivenDayRoute): DrivenStop | undefined =>
  stops.find(isUnderWay) ??
  // Whoever has done a later stop has left the start long since.
  stops.find((stop) => isOpen(stop) && !(stop.kind === 'start' && stops.some(isBegun)))

/** Whether the driver is at a stop or has set out for it. */
export const isUnderWay = (stop: DrivenStop): boolean =>
  isVisit(stop) && isOpen(stop) && (stop.arrived_at ?? stop.departed_at) !== null

export function findStop(day: DriverDay, id: string): { route: DrivenDayRoute; stop: DrivenStop } | undefined {
  for (const route of day.routes) {
    const stop = route.stops.find((each) => each.id === id)
    if (stop) return { route, stop }
  }
  return undefined
}

/** The calendar day in a time zone. */
export const dayIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** The route to drive: of today, or else the one that is not done, as after midnight, or the next one. */
export function routeOfToday({ routes, workspace }: DriverDay, now: number): DrivenDayRoute | undefined {
  const today = dayIn(workspace.time_zone, now)
  const sorted = routes.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
  const begun = sorted.find(({ day, stops }) => day < today && stops.some((stop) => stop.done_at) && stops.some(isOpen))
  return begun ?? sorted.find(({ day }) => day === today) ?? sorted.find(({ day }) => day > today) ?? sorted.at(-1)
}
