import type { Route } from '#domain/schema/plan.ts'
import { dayOf } from '#domain/time.ts'
import { formatTime } from '#web/lib/format.ts'

type ClockProps = { at: string; route: Pick<Route, 'starts_at'>; zone: string }

/** A time on a route, with a mark once it is past midnight. */
export function Clock({ at, route, zone }: ClockProps) {
  const isNextDay = isAfterMidnight({ at, route, zone })
  return (
    <span title={isNextDay ? 'On the next day' : undefined}>
      {formatTime(at, zone)}
      {isNextDay && <sup className="ml-px text-[0.65rem] text-warning-ink">+1</sup>}
    </span>
  )
}

/** Whether it is on another day than the one on which the route starts. */
export function isAfterMidnight({ at, route, zone }: ClockProps): boolean {
  return dayOf(new Date(at), zone) > dayOf(new Date(route.starts_at), zone)
}

/** The same for sentences. */
export function clockWords(props: ClockProps): string {
  return `${formatTime(props.at, props.zone)}${isAfterMidnight(props) ? ' the next day' : ''}`
}
