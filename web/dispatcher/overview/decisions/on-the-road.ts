import { alertNames } from '#domain/alerts/kinds.ts'
import type { DayFacts } from '#domain/schema/day-facts.ts'
import { countOf, formatDay, formatTime } from '#web/lib/format.ts'
import { boardPath } from '../../planning/board-path.ts'
import { deliveries, type Decision, type Situation } from './decision.ts'

/** What the server counts and a person decides, the most urgent first. */
export function onTheRoad({ facts, today, zone }: Situation): Decision[] {
  if (!facts) return []
  return [
    ...latePlans(facts, zone),
    ...alerts(facts, 'high'),
    ...blocked(facts),
    ...late(facts),
    ...frozen(facts, { today, zone }),
    ...alerts(facts, 'medium'),
    ...alerts(facts, 'low'),
    ...cash(facts),
  ]
}

const latePlans = ({ late_plans, today }: DayFacts, zone: string): Decision[] =>
  late_plans.map(({ plan_id, driver_name, starts_at }) => ({
    id: `late-plan-${plan_id}`,
    urgency: 'now',
    sentence: `A plan of today is not dispatched, but ${driver_name} should have left at ${formatTime(starts_at, zone)}.`,
    action: { label: 'Dispatch', to: boardPath(today, { plan: plan_id }) },
  }))

const late = ({ late: count }: DayFacts): Decision[] =>
  count === 0
    ? []
    : [
        {
          id: 'late',
          urgency: 'now',
          sentence: `${deliveries(count)} of today ${count === 1 ? 'is' : 'are'} expected late.`,
          action: { label: 'Show', to: '/dashboard/live' },
        },
      ]

const blocked = (facts: DayFacts): Decision[] =>
  facts.blocked.map(({ plan_id, day, driver_name, sentence }) => ({
    id: `blocked-${plan_id}-${driver_name}`,
    urgency: day === facts.today ? 'now' : 'today',
    sentence: `${driver_name}’s route${day === facts.today ? '' : ` of ${formatDay(day)}`}: ${sentence}`,
    action: { label: 'Give another vehicle', to: boardPath(day, { plan: plan_id }) },
  }))

const frozen = (facts: DayFacts, { today, zone }: { today: string; zone: string }): Decision[] =>
  facts.frozen.map(({ day, count, frozen_at }) => ({
    id: `frozen-${day}`,
    urgency: day === today ? 'now' : 'today',
    sentence: `${countOf(count, 'order')} of ${day === today ? 'today' : formatDay(day)} came after the freeze at ${formatTime(frozen_at, zone)} and ${count === 1 ? 'waits' : 'wait'} for the next wave.`,
    action: { label: 'Show', to: `/dashboard/deliveries?status=pending&date_from=${day}&date_to=${day}` },
  }))

/** Alerts that nobody has seen, by kind. Late deliveries are counted already. */
function alerts(facts: DayFacts, severity: DayFacts['alerts'][number]['severity']): Decision[] {
  return facts.alerts
    .filter((each) => each.severity === severity && !(each.kind === 'late_expected' && facts.late > 0))
    .map(({ kind, count, sentence }) => ({
      id: `alert-${kind}-${severity}`,
      urgency: severity === 'high' ? 'now' : 'today',
      sentence: count === 1 ? sentence : `${alertNames[kind]}: ${countOf(count, 'alert')} that nobody has seen.`,
      action: { label: 'Look', to: '/dashboard?alerts=1' },
    }))
}

const cash = ({ cash_waiting: count }: DayFacts): Decision[] =>
  count === 0
    ? []
    : [
        {
          id: 'cash',
          urgency: 'today',
          sentence: `${countOf(count, 'hand-in')} of cash ${count === 1 ? 'waits' : 'wait'} to be counted.`,
          action: { label: 'Count', to: '/dashboard/cash' },
        },
      ]
