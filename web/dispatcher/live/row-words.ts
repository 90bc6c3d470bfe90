import { formatDuration, formatNumber, formatTime } from '#web/lib/format.ts'
import type { DriverState } from '#web/map/drivers/mark-shapes.ts'
import type { DriverRow } from './driver-rows.ts'

export const stateWords: Record<DriverState, string> = {
  driving: 'Driving',
  at_stop: 'At stop',
  on_break: 'On break',
  standing: 'Standing still',
  silent: 'Silent',
  off_shift: 'Off shift',
}

/** What a driver does now, and since when where that matters. */
export function stateLine(row: DriverRow, zone: string): string {
  const { state, position, driver, ageSeconds } = row
  if (row.hasNotStarted) return 'Has not started'
  if (state === 'on_break') return `On break since ${formatTime(driver.shift!.on_break_since!, zone)}`
  if (state === 'standing' && position?.standing_since)
    return `Standing still since ${formatTime(position.standing_since, zone)}`
  if (state === 'standing') return 'On shift, no position yet'
  if (state === 'at_stop') return `At a stop since ${formatTime(position!.near!.since, zone)}`
  if (state === 'silent')
    return ageSeconds === null ? 'Silent since the shift began' : `Silent for ${formatDuration(ageSeconds)}`
  return stateWords[state]
}

/** How the driver is doing against the plan: `12 min late`, `On time`. Nothing if nothing is left to do. */
export function delayWords({ delaySeconds }: Pick<DriverRow, 'delaySeconds'>): string | undefined {
  if (delaySeconds === null) return undefined
  if (delaySeconds < 60) return 'On time'
  return `${formatDuration(delaySeconds)} late`
}

export const speedWords = (metersPerSecond: number): string =>
  `${formatNumber(Math.round(metersPerSecond * 3.6), 0)} km/h`

/** `7/12`: stops done of all. Nothing without a route. */
export function progressWords({ driver: { stops_done, stops_left } }: DriverRow): string | undefined {
  const all = stops_done + stops_left
  return all === 0 ? undefined : `${stops_done}/${all}`
}

/** All of a row in one sentence, for screen readers. */
export function spokenRow(row: DriverRow, zone: string): string {
  const { position, driver, ageSeconds } = row
  const next = driver.next_stop
  return [
    row.name,
    stateLine(row, zone),
    delayWords(row),
    next && `next stop ${next.name || next.address}, ${formatTime(next.arrival_at, zone)}`,
    progressWords(row) && `${driver.stops_done} of ${driver.stops_done + driver.stops_left} stops done`,
    position?.speed_mps != null && row.state === 'driving' && speedWords(position.speed_mps),
    position?.battery_percent != null && `battery ${Math.round(position.battery_percent)} percent`,
    ageSeconds !== null && `position ${formatDuration(ageSeconds)} old`,
  ]
    .filter(Boolean)
    .join(', ')
}
