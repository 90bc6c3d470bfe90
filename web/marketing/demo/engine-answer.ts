/** The worker’s reply. */
export type EngineAnswer = { kind: 'done'; order: number[] } | { kind: 'failed'; message: string }
