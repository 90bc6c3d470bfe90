import type { ConstraintCode, PlanConstraint } from '../schema/plan-why.ts'

/** What each kind of constraint is called, and what can be done about it. */
export const constraintWords: Record<ConstraintCode, { label: string; remedy: string }> = {
  time_windows: {
    label: 'Time windows',
    remedy: 'Agree on longer windows with these recipients, or offer longer ones from the start.',
  },
  shift_end: {
    label: 'Ends of shifts',
    remedy: 'Let these drivers work longer that day, start earlier, or plan one more driver.',
  },
  capacity: { label: 'Vehicle capacity', remedy: 'Take a larger vehicle, let it reload, or plan one more.' },
  max_stops: {
    label: 'Limits of stops',
    remedy: 'Raise the most stops of these drivers, or plan one more driver.',
  },
  limits: {
    label: 'Limits of hours and kilometers',
    remedy: 'Raise the limits of these drivers and vehicles where the law allows it, or plan one more driver.',
  },
  last_in_first_out: {
    label: 'Last in, first out',
    remedy: 'Take vehicles that can be unloaded in any order, or plan one more.',
  },
  priority_order: {
    label: 'Urgent deliveries first',
    remedy: 'Let drivers bring deliveries in any order, in the planning settings, or make fewer of them urgent.',
  },
  skills: { label: 'Skills', remedy: 'Give more drivers or vehicles the skills that these deliveries need.' },
  wanted_driver: { label: 'Wanted drivers', remedy: 'Let any driver bring these deliveries.' },
  temperature: { label: 'Temperatures', remedy: 'Plan one more vehicle that keeps these temperatures.' },
  territory: {
    label: 'Territories',
    remedy:
      'Let more drivers deliver in these zones or only prefer them there, or raise the most territories of drivers.',
  },
  groups: {
    label: 'Rules on what shares a vehicle',
    remedy: 'Take tags off the lists of what shares a vehicle, in the planning settings.',
  },
  balance: { label: 'Even routes', remedy: 'Make the balance of routes weaker, in the planning settings.' },
  compactness: {
    label: 'Compact routes',
    remedy: 'Let compact routes weigh less, in the planning settings.',
  },
  locks: { label: 'Locks', remedy: 'Unlock these stops.' },
  promises: {
    label: 'Promised arrivals',
    remedy: 'Tell these recipients a new arrival, or tolerate more in the planning settings.',
  },
}

/** Which constraints cost most, in short. */
export function sayConstraints(constraints: readonly Pick<PlanConstraint, 'label'>[], routes: number): string[] {
  if (!routes) return ['The plan has no route that could change.']
  const [first, ...others] = constraints.map(({ label }) => label)
  if (!first) return ['No constraint costs much: without any one of them, the plan would be about the same.']
  const names = new Intl.ListFormat('en').format(others.map((label) => label.toLowerCase()))
  return [
    `${first} ${first === constraintWords.capacity.label ? 'costs' : 'cost'} most${others.length ? `, then ${names}` : ''}.`,
  ]
}
