import type { CommonChange } from '#solver/explain/together/change.ts'
import type { CommonFix } from '#solver/explain/together/fix-together.ts'
import type { GroupFix } from '../schema/plan.ts'
import { skillsOf } from '../problem/needs.ts'
import { sayTime } from '../problem/say-time.ts'
import type { DayProblem } from '../problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

const quarterHour = 900
/** The most that a dispatcher could ask for: of shifts and windows in seconds, of loads as a share, of drivers. */
const most = { shift: 8 * quarterHour, window: 4 * quarterHour, loadShare: 0.2, drivers: 10, territories: 3 }
const loadSteps = 8
/** Capacities above this have no limit. */
const unlimited = 1e9

/** Reasons that no more room or time would change. */
const unfixable = new Set([
  'wanted_driver',
  'stopped_early',
  'depot',
  'territory',
  'temperature',
  'group',
  'precedence',
  'last_in_first_out',
  'urgent_first',
  'apart_on_board',
  'not_worth',
  'max_moved',
])

type Planned = DayProblem<PlannerDelivery, PlannerDriver>

/** The changes that a dispatcher could make for deliveries that are left out for the same reason. */
export function changesFor(code: string, count: number, { problem, earliestStart, rooms }: Planned): CommonChange[] {
  if (unfixable.has(code)) return []
  if (code === 'skills') return [{ constraint: 'skills', step: 1, most: 1 }]
  const loads = rooms.quantities.map(({ share }, quantity) => {
    const limited = problem.vehicles.map(({ capacity }) => capacity![quantity]!).filter((load) => load < unlimited)
    return { quantity, share, largest: Math.max(0, ...limited) }
  })
  return [
    { constraint: 'vehicles', step: 1, most: Math.min(most.drivers, count) },
    { constraint: 'shift_end', step: quarterHour, most: most.shift },
    // During the day, nobody can have started earlier.
    ...(earliestStart > 0 ? [] : [{ constraint: 'shift_start', step: quarterHour, most: most.shift } as const]),
    ...(code === 'max_districts' ? [{ constraint: 'max_districts', step: 1, most: most.territories } as const] : []),
    ...(code === 'time_window' ? [{ constraint: 'time_window', step: quarterHour, most: most.window } as const] : []),
    ...loads.flatMap(({ quantity, share, largest }): CommonChange[] => {
      const step = Math.ceil((largest * most.loadShare) / loadSteps / share) * share
      return largest > 0 ? [{ constraint: 'capacity', quantity, step, most: step * loadSteps }] : []
    }),
  ]
}

/** What the solver found for a group, in a dispatcher's units and with the day's names and times. */
export function sayGroupFix(
  fix: CommonFix,
  members: PlannerDelivery[],
  planned: Planned,
  day: string,
  zone: string,
): GroupFix {
  const { constraint, amount, vehicles, fits, quantity } = fix
  const count = members.length
  const subject = fits === count ? `All ${count}` : `${fits} of these ${count}`
  const drivers = vehicles.map((id) => planned.drivers.get(id)!)
  const names = listed(
    drivers.map(({ name }) => name),
    'drivers',
    planned.drivers.size,
  )
  const minutes = Math.ceil(amount / 300) * 5
  const span = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const upTo = drivers.length > 1 ? 'up to ' : ''
  const say = (kind: GroupFix['kind'], of: number, change: string): GroupFix => ({
    kind,
    amount: of,
    fits,
    sentence: `${subject} would fit if ${change}.`,
  })
  switch (constraint) {
    case 'vehicles': {
      const [driver] = drivers as [PlannerDriver]
      const end = planned.problem.vehicles[vehicles[0]! - 1]!.time_window![1]
      const until = sayTime(day, end, zone)
      const like = driver.vehicle ? `, with ${amount === 1 ? 'a vehicle' : 'vehicles'} like ${driver.vehicle.code}` : ''
      return say(
        'drivers',
        amount,
        `${amount} more ${amount === 1 ? 'driver' : 'drivers'} worked until ${until}${like}`,
      )
    }
    case 'shift_end':
      return say('shift_end', minutes, `${names} could be back ${upTo}${span} later`)
    case 'shift_start':
      return say('shift_start', minutes, `${names} could leave ${upTo}${span} earlier`)
    case 'max_districts':
      return say(
        'max_territories',
        amount,
        `${names} could serve ${upTo}${amount} more ${amount === 1 ? 'territory' : 'territories'}`,
      )
    case 'time_window':
      return say('time_window', minutes, `their windows were up to ${span} longer at either end`)
    case 'capacity': {
      const { kind, unit, share, where } = planned.rooms.quantities[quantity ?? 0]!
      const whole = Math.ceil(amount / share)
      const codes = listed(
        drivers.map(({ vehicle, name }) => vehicle?.code ?? name),
        'vehicles',
        planned.drivers.size,
      )
      return say(kind, whole, `${codes} carried ${upTo}${whole} ${unit} more${where}`)
    }
    case 'skills': {
      const [driver] = drivers as [PlannerDriver]
      const has = skillsOf(driver)
      const missing = [...new Set(members.flatMap(({ skills }) => skills))].filter((skill) => !has.includes(skill))
      const who = `${driver.name}${driver.vehicle ? ` or ${driver.vehicle.code}` : ''}`
      return say('skills', missing.length, `${who} had ${missing.map((skill) => `“${skill}”`).join(', ')}`)
    }
  }
}

/** Up to three names; otherwise how many of them. */
function listed(names: string[], plural: string, total: number): string {
  if (names.length <= 3) return new Intl.ListFormat('en').format(names)
  return names.length === total ? `all ${total} ${plural}` : `${names.length} ${plural}`
}
