import type { RouteRisk } from '#domain/schema/plan-risk.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf, formatDay, formatTimeOfDay } from '#web/lib/format.ts'
import { boardPath } from '../../planning/board-path.ts'
import { risksLine } from '../../planning/remedies/risk-words.ts'

export type Decision = {
  id: string
  /** `now` cannot wait, `today` should be settled during the day. */
  urgency: 'now' | 'today'
  sentence: string
  action: { label: string; to: string }
}

type OpenDay = { day: string; pending: number; first_deadline: string | null }
type PlanFacts = Pick<Plan, 'id' | 'day' | 'state' | 'totals'>

/** What is known about the days that can be decided today. */
export type Situation = {
  today: string
  /** `HH:MM` in the workspace's zone. */
  time: string
  openDays: readonly OpenDay[]
  /** Of today and later, newest first. */
  plans: readonly PlanFacts[]
  /** Routes on the road that will be late or cannot go on, by their plan of today. */
  risks: readonly { planId: string; routes: readonly RouteRisk[] }[]
  /** Names of active drivers without a route in today's approved or dispatched plans; null while there is no such plan. */
  idleDrivers: readonly string[] | null
  /** Open deliveries of today and tomorrow whose position is missing or doubtful. */
  doubtful: readonly { day: string; count: number }[]
}

/** What needs a decision today, the most urgent first. */
export function decisionsOf(situation: Situation): Decision[] {
  const all = [
    ...routesAtRisk(situation),
    ...overdue(situation),
    ...unplanned(situation),
    ...waitingPlans(situation),
    ...idleDrivers(situation),
    ...doubtfulPositions(situation),
  ]
  return all.toSorted((one, other) => rank[one.urgency] - rank[other.urgency])
}

/** Those that a dispatcher can still do something about. */
function routesAtRisk({ risks, today }: Situation): Decision[] {
  return risks
    .filter(({ routes }) => routes.length > 0)
    .map(({ planId, routes }) => ({
      id: `risks-${planId}`,
      urgency: 'now',
      sentence: `${countOf(routes.length, 'route is', 'routes are')} at risk. ${risksLine(routes)}`,
      action: { label: 'Remedies', to: boardPath(today, { plan: planId, isShowingRisks: true }) },
    }))
}

const rank = { now: 0, today: 1 }
const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Deliveries of days that are over can no longer be planned there. */
function overdue({ openDays, today }: Situation): Decision[] {
  const past = openDays.filter(({ day, pending }) => day < today && pending > 0)
  if (past.length === 0) return []
  const count = past.reduce((sum, { pending }) => sum + pending, 0)
  const to = `/dashboard/deliveries?${new URLSearchParams({ status: 'pending', date_from: past[0]!.day, date_to: past.at(-1)!.day }).toString()}`
  return [
    {
      id: 'overdue',
      urgency: 'now',
      sentence: `${deliveries(count)} of past days ${count === 1 ? 'was' : 'were'} never planned. Move ${count === 1 ? 'it' : 'them'} to another day or cancel ${count === 1 ? 'it' : 'them'}.`,
      action: { label: 'Show', to },
    },
  ]
}

/** Pending deliveries of today, and of the next day that has any. */
function unplanned({ openDays, today, time }: Situation): Decision[] {
  const ahead = openDays.filter(({ day, pending }) => day >= today && pending > 0)
  return ahead.slice(0, ahead[0]?.day === today ? 2 : 1).map(({ day, pending, first_deadline }) => {
    const isToday = day === today
    const isMissed = isToday && first_deadline !== null && first_deadline <= time
    const deadline = first_deadline && formatTimeOfDay(first_deadline)
    const until = !deadline
      ? ''
      : isMissed
        ? ` The first window ended at ${deadline}.`
        : ` The first window ends at ${deadline}.`
    return {
      id: `unplanned-${day}`,
      urgency: isToday ? 'now' : 'today',
      sentence: `${deliveries(pending)} ${isToday ? 'of today' : `of ${formatDay(day)}`} ${pending === 1 ? 'is' : 'are'} not planned.${until}`,
      action: { label: isToday ? 'Plan today' : 'Plan', to: boardPath(day, { plan: 'new' }) },
    }
  })
}

/** The newest plan of a day counts while it is a draft; every approved plan waits until it is dispatched. */
function waitingPlans({ plans, today }: Situation): Decision[] {
  const newest = new Map<string, string>()
  for (const { id, day, state } of plans) if (!ended.has(state) && !newest.has(day)) newest.set(day, id)
  return plans.flatMap(({ id, day, state, totals }): Decision[] => {
    const isDraft = state === 'draft' && newest.get(day) === id && Boolean(totals?.routes)
    // Later days are dispatched on the day.
    if (!isDraft && !(state === 'approved' && day === today)) return []
    const what = totals ? ` (${countOf(totals.routes, 'route')}, ${deliveries(totals.deliveries)})` : ''
    return [
      {
        id: `plan-${id}`,
        urgency: day === today ? 'now' : 'today',
        sentence: `A plan for ${day === today ? 'today' : formatDay(day)}${what} is ${isDraft ? 'not approved' : 'approved, but not sent to the drivers'}.`,
        action: { label: isDraft ? 'Review' : 'Dispatch', to: boardPath(day, { plan: id }) },
      },
    ]
  })
}

const ended = new Set(['cancelled', 'discarded', 'failed'])

function idleDrivers({ idleDrivers: names, today }: Situation): Decision[] {
  if (!names?.length) return []
  const shown = names.slice(0, 3).join(', ')
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return [
    {
      id: 'idle-drivers',
      urgency: 'today',
      sentence: `${countOf(names.length, 'driver has', 'drivers have')} no route today: ${shown}${more}.`,
      action: { label: 'Show the plan', to: boardPath(today) },
    },
  ]
}

function doubtfulPositions({ doubtful, today }: Situation): Decision[] {
  return doubtful
    .filter(({ count }) => count > 0)
    .map(({ day, count }) => ({
      id: `doubtful-${day}`,
      urgency: day === today ? ('now' as const) : ('today' as const),
      sentence: `${countOf(count, 'position', 'positions')} of ${day === today ? 'today' : formatDay(day)} ${count === 1 ? 'is' : 'are'} missing or doubtful.`,
      action: { label: 'Check', to: `/dashboard/addresses?day=${day}` },
    }))
}
