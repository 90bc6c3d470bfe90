import type { PlanState, PlanSummary, Route } from '#domain/schema/plan.ts'
import { countOf, formatDuration, formatKilograms, formatNumber, formatPercent, formatVolume } from '#web/lib/format.ts'

/** Whether the plan is still being calculated or waiting to be. */
export function isRunning(state: PlanState): boolean {
  return state === 'queued' || state === 'optimizing'
}

/** Whether the plan has routes to look at and work with. */
export function hasRoutes(state: PlanState): boolean {
  return state === 'draft' || state === 'approved' || state === 'dispatched'
}

/** `12.34 km`: the figures of a plan have two decimals. */
export function planKilometers(kilometers: number): string {
  return `${formatNumber(kilometers, 2)} km`
}

/** `6 routes, 118 deliveries, 2 unassigned`. */
export function planContents(totals: { routes: number; deliveries: number; unassigned: number }): string {
  const parts = [countOf(totals.routes, 'route'), countOf(totals.deliveries, 'delivery', 'deliveries')]
  if (totals.unassigned > 0) parts.push(`${formatNumber(totals.unassigned, 0)} unassigned`)
  return parts.join(', ')
}

/** What a queued plan waits for. Without its place in the line, it has only just been asked for. */
export function waitingSentence({ waits_behind: ahead = 0 }: Pick<PlanSummary, 'waits_behind'>): string {
  if (ahead === 0) return 'It is next in this workspace, and starts as soon as the server has room.'
  return `${countOf(ahead, 'calculation')} of this workspace ${ahead === 1 ? 'comes' : 'come'} first.`
}

/** What a screen reader hears when the plan's state changes. */
export function announcement(plan: Pick<PlanSummary, 'state' | 'totals' | 'failure'>): string {
  const contents = plan.totals ? `: ${planContents(plan.totals)}` : ''
  switch (plan.state) {
    case 'queued':
      return 'The plan is waiting for its turn.'
    case 'optimizing':
      return 'The plan is being calculated.'
    case 'draft':
      return `Plan ready${contents}.`
    case 'approved':
      return `Plan approved${contents}.`
    case 'dispatched':
      return `Plan dispatched${contents}.`
    case 'cancelled':
      return 'The calculation was canceled.'
    case 'discarded':
      return 'The plan was discarded.'
    case 'taken':
      return 'The plan was taken over.'
    case 'failed':
      return `The plan failed. ${plan.failure ?? ''}`.trim()
  }
}

type Loaded = Pick<Route, 'load_kg' | 'load_l' | 'capacity_kg' | 'capacity_l'> &
  Partial<Pick<Route, 'load_units' | 'capacity_units'>>

/** How full a vehicle is when most is on board: in words, and as the largest of its shares if it has a limit. */
export function loadOf(route: Loaded): { text: string; share: number | null } {
  const { load_units: pieces = 0, capacity_units: room = null } = route
  const shares = [
    shareOf(route.load_kg, route.capacity_kg),
    shareOf(route.load_l, route.capacity_l),
    shareOf(pieces, room),
  ]
  const known = shares.filter((share) => share !== null)
  const weight = measure(route.load_kg, route.capacity_kg, 'kg')
  const volume = route.load_l > 0 || route.capacity_l !== null ? measure(route.load_l, route.capacity_l, 'L') : null
  return {
    text: [weight, volume, room === null ? null : measure(pieces, room, 'pieces')].filter(Boolean).join(', '),
    share: known.length > 0 ? Math.max(...known) : null,
  }
}

function shareOf(load: number, capacity: number | null): number | null {
  if (capacity === null) return null
  return capacity > 0 ? load / capacity : load > 0 ? 1 : 0
}

function measure(load: number, capacity: number | null, unit: string): string {
  const amount = formatNumber(load)
  return capacity === null ? `${amount} ${unit}` : `${amount} of ${formatNumber(capacity)} ${unit}`
}

/**
 * A load bar: how much of it is filled, and where the limit is on it, in percent. It is full only when the vehicle is.
 * Beyond the limit, the bar stands for the whole load.
 */
export function barOf(share: number): { filled: number; limit: number; label: string } {
  const isOver = share > 1
  // Rounding must not say full while something still fits, or when too much is loaded.
  const shown = isOver ? Math.max(share, 1.01) : share < 1 ? Math.min(share, 0.99) : 1
  return {
    filled: isOver ? 100 : share * 100,
    limit: isOver ? 100 / share : 100,
    label: formatPercent(shown),
  }
}

/** What a vehicle can carry: `800 kg, 3,000 L`. Null if it has no limit. */
export function capacityText(capacity: { capacity_kg: number | null; capacity_l: number | null }): string | null {
  const parts = [
    capacity.capacity_kg !== null && formatKilograms(capacity.capacity_kg),
    capacity.capacity_l !== null && formatVolume(capacity.capacity_l),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : null
}

/** A duration in a table. Zero is a dash. */
export function durationOrDash(seconds: number): string {
  return seconds > 0 ? formatDuration(seconds) : '–'
}
