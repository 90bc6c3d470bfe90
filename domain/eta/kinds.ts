/** What is learned: how long drives and stops take. */
export const observedKinds = ['drive', 'service'] as const
export type ObservedKind = (typeof observedKinds)[number]

/** What an estimate starts from: where the driver is, what they last did, or the plan alone. */
export const etaBases = ['position', 'progress', 'plan'] as const
export type EtaBasis = (typeof etaBases)[number]
