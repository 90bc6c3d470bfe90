import type { NewRehearsal, RehearsalChange } from '#domain/schema/rehearsal.ts'

export type WhatIf = NewRehearsal['what_ifs'][number]

/** What is asked most, ready to be ticked. */
export const whatIfs: readonly (WhatIf & { id: string; description: string })[] = [
  {
    id: 'fewer',
    name: 'One van fewer',
    description: 'The driver with the fewest stops stays at home.',
    change: { fewer_drivers: 1 },
  },
  {
    id: 'cut-off',
    name: 'Cut-off an hour later',
    description: 'With the orders that usually come in that hour. Nobody leaves before.',
    change: { cut_off_later_minutes: 60 },
  },
  {
    id: 'more',
    name: '20% more orders',
    description: 'Copies of the day’s own orders, at their places.',
    change: { more_orders_percent: 20 },
  },
  {
    id: 'earlier',
    name: 'Start an hour earlier',
    description: 'Everybody’s shift begins an hour sooner.',
    change: { start_later_minutes: -60 },
  },
  {
    id: 'slower',
    name: 'Traffic 20% slower',
    description: 'Known beforehand, so the plan takes it into account.',
    change: { slower_traffic_percent: 20 },
  },
  {
    id: 'again',
    name: 'Planned again',
    description: 'Nothing is changed. Shows what planning again brings by itself.',
    change: {},
  },
]

/** What somebody fills in by hand. NaN and 0 leave the day as it is. */
export type OwnWhatIf = { name: string; fewer: number; more: number; cutOff: number; later: number; slower: number }

export const noOwnWhatIf: OwnWhatIf = { name: '', fewer: 0, more: 0, cutOff: 0, later: 0, slower: 0 }

/** A what-if of one's own as it is asked for; undefined if it changes nothing. */
export function ownWhatIf({ name, fewer, more, cutOff, later, slower }: OwnWhatIf): WhatIf | undefined {
  const change: RehearsalChange = {
    ...(fewer && { fewer_drivers: fewer }),
    ...(more && { more_orders_percent: more }),
    ...(cutOff && { cut_off_later_minutes: cutOff }),
    ...(later && { start_later_minutes: later }),
    ...(slower && { slower_traffic_percent: slower }),
  }
  return Object.keys(change).length ? { name: name.trim() || 'Your own', change } : undefined
}
