/** What the address book learns of an address: where it is, where its door is, where to stop, and how long it takes there. */
export const learntKinds = ['pin', 'entrance', 'parking', 'service'] as const
export type LearntKind = (typeof learntKinds)[number]

/**
 * How far it is with what was learnt. `gathering`: seen too rarely, or not agreed upon; `known`: the address book says the
 * same; `suggested`: somebody should decide; `accepted`: it is in the address book; `refused`: it does not come back until
 * later visits say something really different.
 */
export const learntStates = ['gathering', 'known', 'suggested', 'accepted', 'refused'] as const
export type LearntState = (typeof learntStates)[number]

/** What is suspicious about a learnt place, so that it is never used by itself. */
export const learntFlags = ['zero', 'swapped', 'far', 'far_from_pin'] as const
export type LearntFlag = (typeof learntFlags)[number]
