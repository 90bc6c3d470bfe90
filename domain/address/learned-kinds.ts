/** What the address book learns of an address: where it is, where its door is, where to stop, and how long it takes there. */
export const learnedKinds = ['pin', 'entrance', 'parking', 'service'] as const
export type LearnedKind = (typeof learnedKinds)[number]

/**
 * How far it is with what was learned. `gathering`: seen too rarely, or not agreed upon; `known`: the address book says the
 * same; `suggested`: somebody should decide; `accepted`: it is in the address book; `refused`: it does not come back until
 * later visits say something really different.
 */
export const learnedStates = ['gathering', 'known', 'suggested', 'accepted', 'refused'] as const
export type LearnedState = (typeof learnedStates)[number]

/** What is suspicious about a learned place, so that it is never used by itself. */
export const learnedFlags = ['zero', 'swapped', 'far', 'far_from_pin'] as const
export type LearnedFlag = (typeof learnedFlags)[number]
