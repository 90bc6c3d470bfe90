import type { TrackFix } from './believable.ts'
import { metersBetween, metersFromLine, type Place } from './meters.ts'

/** Where a driver has been since `from`, as the mean of `count` fixes, until `to`. */
export type Standing = Place & { from: number; to: number; count: number }

/** A stay, or the farthest point of a detour. */
export type Ended = Place & { kind: 'stay' | 'detour'; from: number; to: number; off_route_m: number | null }

const sameplaceM = 75
/** Shorter ones are traffic lights. */
const stayMs = 3 * 60_000
/** The mean follows slowly, so that a stay does not creep along with a traffic jam. */
const mostInMean = 20

/** Whether a driver stands still, and since when. */
export const standingSince = (standing: Standing | null): number | null =>
  standing && standing.to - standing.from >= stayMs ? standing.from : null

/** Goes on standing, or moves on and says where the driver stood. */
export function stepStanding(standing: Standing | null, fix: TrackFix): { standing: Standing; ended: Ended | null } {
  const begun = { lat: fix.lat, lng: fix.lng, from: fix.at, to: fix.at, count: 1 }
  if (!standing) return { standing: begun, ended: null }
  if (metersBetween(standing, fix) <= sameplaceM + Math.min(fix.accuracy_m ?? 0, 100)) {
    const count = Math.min(standing.count + 1, mostInMean)
    const lat = standing.lat + (fix.lat - standing.lat) / count
    const lng = standing.lng + (fix.lng - standing.lng) / count
    return { standing: { ...standing, lat, lng, to: fix.at, count }, ended: null }
  }
  const { lat, lng, from, to } = standing
  const ended = to - from >= stayMs ? { kind: 'stay' as const, lat, lng, from, to, off_route_m: null } : null
  return { standing: begun, ended }
}

/** The way to the next stop, from where the driver was when it became the next one, and how far off it they are. */
export type Leg = { stop_id: string; start: Place; off: (Place & { from: number; to: number; meters: number }) | null }

/** Streets are no straight lines: only what is farther off than this, or than a third of the way, is a detour. */
const detourM = 1500
const detourShare = 1 / 3
/** The way back begins before it ends. */
const backShare = 0.7
const detourMs = 2 * 60_000

/** Follows the way to the next stop. @param next the next stop, if there is one */
export function stepLeg(
  leg: Leg | null,
  fix: TrackFix,
  next: (Place & { stop_id: string }) | undefined,
): { leg: Leg | null; ended: Ended | null } {
  const here = { lat: fix.lat, lng: fix.lng }
  if (!next || leg?.stop_id !== next.stop_id) {
    return { leg: next ? { stop_id: next.stop_id, start: here, off: null } : null, ended: endOf(leg?.off) }
  }
  const meters = metersFromLine(here, leg.start, next)
  const far = Math.max(detourM, metersBetween(leg.start, next) * detourShare)
  const { off } = leg
  if (meters < far * (off ? backShare : 1)) return { leg: { ...leg, off: null }, ended: endOf(off) }
  if (!off) return { leg: { ...leg, off: { ...here, from: fix.at, to: fix.at, meters } }, ended: null }
  const farthest = meters > off.meters ? { ...here, meters } : {}
  return { leg: { ...leg, off: { ...off, ...farthest, to: fix.at } }, ended: null }
}

function endOf(off: Leg['off'] | undefined): Ended | null {
  if (!off || off.to - off.from < detourMs) return null
  const { lat, lng, from, to, meters } = off
  return { kind: 'detour', lat, lng, from, to, off_route_m: Math.round(meters) }
}
