import type { PlanScope, PlanChoices } from '#domain/schema/revision.ts'

/** What routes should be besides short. */
export type Goal = 'short' | 'even' | 'even stops' | 'few' | 'early'

/** What somebody chose in the window that optimizes a plan anew. */
export type Wish = {
  scope: 'day' | 'unassigned' | 'routes'
  goal: Goal
  keepsOrder: boolean
  /** The most that may change their driver; NaN for any number. */
  mostChanges: number
}

export const usualWish: Wish = { scope: 'day', goal: 'short', keepsOrder: false, mostChanges: Number.NaN }

const goals: Record<Goal, PlanChoices> = {
  short: {},
  even: { balance: 'time' },
  'even stops': { balance: 'tasks' },
  few: { fewest_vehicles: true },
  early: { finish_early: true },
}

export const goalOptions = [
  { id: 'short', label: 'Lowest cost', description: 'As the planning settings say' },
  { id: 'even', label: 'Even hours', description: 'Drivers work about as long as each other' },
  { id: 'even stops', label: 'Even stops', description: 'Drivers have about as many stops as each other' },
  { id: 'few', label: 'Fewest vehicles', description: 'Another one only if something would be left out' },
  { id: 'early', label: 'Finish early', description: 'The last driver is done as early as possible' },
] as const satisfies { id: Goal; label: string; description: string }[]

/** What only makes sense together, and is therefore not offered. */
export const mayKeepOrder = ({ scope }: Wish) => scope !== 'routes'
export const mayLimitChanges = ({ scope, keepsOrder }: Wish) => scope !== 'unassigned' && !keepsOrder

export function choicesOf(wish: Wish): PlanChoices {
  const { goal, keepsOrder, mostChanges } = wish
  return {
    ...goals[goal],
    ...(keepsOrder && mayKeepOrder(wish) && { keep_order: true }),
    ...(!Number.isNaN(mostChanges) && mayLimitChanges(wish) && { max_changes: mostChanges }),
  }
}

export function scopeOf({ scope }: Wish, routeIds: readonly string[]): PlanScope {
  return scope === 'routes' ? { route_ids: [...routeIds] } : scope
}
