import type { HiddenReason } from '../schema/position.ts'
import { judge, knowsNothing, plainLie, type Belief, type TrackFix } from './believable.ts'
import { nowhere, stepFence, type Fence, type FenceEvent, type FenceState } from './geofence.ts'
import { standingSince, stepLeg, stepStanding, type Ended, type Leg, type Standing } from './stays.ts'

/** All that is remembered of a driver between two fixes. It is JSON. */
export type Track = { belief: Belief; fence: FenceState; standing: Standing | null; leg: Leg | null }

export const newTrack: Track = { belief: knowsNothing, fence: nowhere, standing: null, leg: null }

/** What a fix meant. */
export type Step = {
  track: Track
  /** Why it is not shown, if it is not. */
  hidden: HiddenReason | null
  /** Whether the live marker moves there. It never goes back in time. */
  isNewest: boolean
  events: FenceEvent[]
  /** A stay or a detour that is over, with the stop at which it was. */
  ended: (Ended & { stop_id: string | null })[]
}

/**
 * Takes one fix into a driver's track.
 * @param fences the next stops of the driver, in their order
 * @param receivedAt by the server's clock
 */
export function stepTrack(track: Track, fix: TrackFix, fences: readonly Fence[], receivedAt: number): Step {
  const { last } = track.belief
  // What comes late belongs to the trail only.
  if (last && fix.at <= last.at) {
    return { track, hidden: plainLie(fix, receivedAt), isNewest: false, events: [], ended: [] }
  }
  const { hidden, belief } = judge(track.belief, fix, receivedAt, fences[0])
  if (hidden) return { track: { ...track, belief }, hidden, isNewest: false, events: [], ended: [] }
  const before = track.fence.near
  const { state: fence, events } = stepFence(track.fence, fix, fences)
  const { standing, ended: stay } = stepStanding(track.standing, fix)
  const { leg, ended: detour } = stepLeg(track.leg, fix, fences[0])
  const stop_id =
    stay && before && before.since <= stay.to && (before.left_at ?? stay.to) >= stay.from ? before.stop_id : null
  const ended = [...(stay ? [{ ...stay, stop_id }] : []), ...(detour ? [{ ...detour, stop_id: null }] : [])]
  return { track: { belief, fence, standing, leg }, hidden: null, isNewest: true, events, ended }
}

/** What the live map shows of a track besides the position. */
export function shownOf({ fence: { near }, standing, leg }: Track) {
  const iso = (at: number) => new Date(at).toISOString()
  const since = standingSince(standing)
  return {
    near: near && {
      stop_id: near.stop_id,
      since: iso(near.since),
      left_at: near.left_at === null ? null : iso(near.left_at),
    },
    standing_since: since === null ? null : iso(since),
    off_route_m: leg?.off ? Math.round(leg.off.meters) : null,
  }
}
