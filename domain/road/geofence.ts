import type { TrackFix } from './believable.ts'
import { metersBetween, type Place } from './meters.ts'

/** Where a stop is, and how near to it counts as there. */
export type Fence = Place & { stop_id: string; radius_m: number }

/** The stop that a driver is at. It keeps its place, because a stop that is done is no fence any more. */
type Near = Fence & { since: number; left_at: number | null }

/** What one has to remember between fixes. It is JSON. */
export type FenceState = {
  near: Near | null
  /** The first of the fixes inside a fence that is not entered yet. */
  entering: { stop_id: string; at: number } | null
  /** The first of the fixes outside of `near`. */
  leaving: number | null
}

export type FenceEvent = { kind: 'arrived' | 'departed'; stop_id: string; at: number }

export const nowhere: FenceState = { near: null, entering: null, leaving: null }

/** Faster than this, a driver passes by. */
const passingMps = 8
/** A fix that may be farther off says nothing about a door. */
const vagueM = 150
/** Whoever is at a stop may walk around. */
const outerShare = 1.5

/**
 * What a fix says about being at a stop. It takes two fixes inside to arrive and two well outside to leave, so a fix that
 * is off does neither.
 * @param fences the next stops, in their order. The first that fits counts
 */
export function stepFence(
  state: FenceState,
  fix: TrackFix,
  fences: readonly Fence[],
): { state: FenceState; events: FenceEvent[] } {
  if (fix.accuracy_m !== null && fix.accuracy_m > vagueM) return { state, events: [] }
  const events: FenceEvent[] = []
  let { near, entering, leaving } = state
  if (near && near.left_at === null) {
    if (metersBetween(near, fix) > near.radius_m * outerShare + (fix.accuracy_m ?? 0)) {
      if (leaving !== null) {
        events.push({ kind: 'departed', stop_id: near.stop_id, at: leaving })
        near = { ...near, left_at: leaving }
        leaving = null
      } else leaving = fix.at
    } else leaving = null
  }
  const isThere = near !== null && near.left_at === null
  const isOpen = (stop: string) => fences.some(({ stop_id }) => stop_id === stop)
  // A stop that is over was left without anybody asking.
  if (near && !isThere && !isOpen(near.stop_id)) near = null
  if (isThere && isOpen(near!.stop_id)) return { state: { near, entering: null, leaving }, events }

  const isPassing = (fix.speed_mps ?? 0) > passingMps
  const inside = isPassing ? undefined : fences.find((fence) => metersBetween(fence, fix) <= fence.radius_m)
  if (!inside) return { state: { near, entering: null, leaving }, events }
  if (entering?.stop_id !== inside.stop_id) {
    return { state: { near, entering: { stop_id: inside.stop_id, at: fix.at }, leaving }, events }
  }
  const since = entering.at
  events.push({ kind: 'arrived', stop_id: inside.stop_id, at: since })
  return { state: { near: { ...inside, since, left_at: null }, entering: null, leaving: null }, events }
}
