import type { Problem } from './problem.ts'

/**
 * What a problem may contain that not every part of the search handles, and how to tell. A new constraint gets a line
 * here: every part below that does not list it then stays out of problems that have it.
 */
const isPresent = {
  'time windows': ({ timed }) => timed,
  'several windows': ({ hasSeveralWindows }) => hasSeveralWindows,
  setup: ({ hasSetup }) => hasSetup,
  pickups: ({ hasPickup }) => hasPickup,
  'pickups and deliveries': ({ hasPickup, delivery }) => hasPickup && delivery.some((amount) => amount !== 0),
  shipments: ({ hasPairs }) => hasPairs,
  prizes: ({ hasPrizes }) => hasPrizes,
  'fixed costs': ({ types }) => types.some(({ fixedCost }) => fixedCost !== 0),
  'limits on the way': ({ types }) => types.some(({ limited }) => limited),
  'limits on jobs': ({ types }) => types.some(({ maxTasks }) => maxTasks < Infinity),
  breaks: ({ types }) => types.some(({ hasBreaks }) => hasBreaks),
  trips: ({ hasTrips }) => hasTrips,
  'judged routes': ({ isJudged }) => isJudged,
  locks: ({ locks }) => locks !== undefined,
  groups: ({ groups }) => groups !== undefined,
  districts: ({ districts }) => districts !== undefined,
  precedence: ({ precedence }) => precedence !== undefined,
  'a previous plan': ({ previous }) => previous !== undefined,
} satisfies Record<string, (problem: Problem) => boolean>

export type Constraint = keyof typeof isPresent

/** The constraints that each optional part of the search handles. Ruin and recreate handle all of them. */
const handledBy = {
  'local search': ['time windows', 'pickups', 'prizes', 'fixed costs', 'limits on the way'],
  population: ['time windows', 'pickups', 'fixed costs', 'limits on the way'],
  savings: ['time windows', 'pickups', 'fixed costs', 'limits on the way', 'limits on jobs'],
  // Routes that break the last ones are left out afterwards.
  'a start from savings': [
    'time windows',
    'pickups',
    'fixed costs',
    'limits on the way',
    'limits on jobs',
    'several windows',
    'setup',
    'breaks',
    'judged routes',
  ],
  'crossing tails': ['time windows', 'prizes', 'fixed costs'],
  scattering: [
    'time windows',
    'several windows',
    'setup',
    'pickups',
    'pickups and deliveries',
    'prizes',
    'limits on the way',
    'limits on jobs',
    'breaks',
    'groups',
    'districts',
    'a previous plan',
  ],
} satisfies Record<string, readonly Constraint[]>

export type SearchPart = keyof typeof handledBy

/** Whether a part of the search handles every constraint of a problem. */
export function handles(part: SearchPart, problem: Problem): boolean {
  const handled: readonly Constraint[] = handledBy[part]
  return constraintsOf(problem).every((constraint) => handled.includes(constraint))
}

/** The constraints that a problem has. */
export function constraintsOf(problem: Problem): Constraint[] {
  const names = Object.keys(isPresent) as Constraint[]
  return names.filter((name) => isPresent[name](problem))
}
