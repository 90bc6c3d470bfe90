import type { GroupFixKind, Plan, Unassigned, UnassignedChange, UnassignedGroup } from '#domain/schema/plan.ts'
import { withTimes } from '#web/lib/format.ts'

/** A group as the screen shows it: who still waits, and what has become of the others. */
export type LeftOutGroup = Pick<UnassignedGroup, 'reason_code' | 'reason' | 'fix'> & {
  key: string
  waiting: Unassigned[]
  changed: { delivery: Unassigned; change: UnassignedChange }[]
}

/** The groups with their deliveries. Those in which nobody waits any more come last. */
export function leftOutGroups(
  plan: Pick<Plan, 'unassigned' | 'unassigned_groups' | 'unassigned_changes'>,
): LeftOutGroup[] {
  const byId = new Map(plan.unassigned.map((each) => [each.delivery_id, each]))
  const changes = new Map(plan.unassigned_changes.map((each) => [each.delivery_id, each]))
  return plan.unassigned_groups
    .map(({ reason_code, reason, fix, delivery_ids }): LeftOutGroup => {
      const members = delivery_ids.flatMap((id) => byId.get(id) ?? [])
      return {
        key: delivery_ids[0]!,
        reason_code,
        reason: withTimes(reason),
        fix,
        waiting: members.filter(({ delivery_id }) => !changes.has(delivery_id)),
        changed: members.flatMap((delivery) => {
          const change = changes.get(delivery.delivery_id)
          return change ? [{ delivery, change }] : []
        }),
      }
    })
    .toSorted((a, b) => b.waiting.length - a.waiting.length)
}

/** Where a group's own remedy is. */
export type Remedy = { label: string; to: string } | 'choose drivers'

/** The page that helps a whole group most directly, besides moving it to another day. */
export function remedyFor({ reason_code, fix }: Pick<LeftOutGroup, 'reason_code' | 'fix'>): Remedy | null {
  if (fix) return remedyOfFix[fix.kind]
  switch (reason_code) {
    case 'skills':
    case 'wanted_driver':
    case 'shift':
    case 'capacity':
    case 'time_window':
    case 'stopped_early':
    case 'depot':
    case 'territory':
    case 'temperature':
    case 'max_tasks':
    case 'max_districts':
    case 'max_travel_time':
    case 'max_distance':
    case 'max_ride':
    case 'last_in_first_out':
    case 'urgent_first':
    case 'apart_on_board':
    case 'trips':
    case 'shipment':
    case 'group':
    case 'precedence':
      return 'choose drivers'
    default:
      return null
  }
}

const drivers = { label: 'Change shifts', to: '/dashboard/drivers' }
const vehicles = { label: 'Change vehicles', to: '/dashboard/vehicles' }

const remedyOfFix: Record<GroupFixKind, Remedy | null> = {
  drivers: 'choose drivers',
  shift_start: drivers,
  shift_end: drivers,
  // Windows are changed on the deliveries, which every group links to.
  time_window: null,
  capacity_kg: vehicles,
  capacity_l: vehicles,
  capacity_units: vehicles,
  max_distance: vehicles,
  last_in_first_out: vehicles,
  priority_order: { label: 'Change the order', to: '/dashboard/settings/planning' },
  max_stops: drivers,
  max_territories: { label: 'Change limits', to: '/dashboard/drivers' },
  max_shift: drivers,
  max_travel_time: drivers,
  // As windows are.
  max_ride: null,
  worth: null,
  skills: { label: 'Change skills', to: '/dashboard/drivers' },
}
