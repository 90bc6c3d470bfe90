/** What the worker answers. */
export type EngineAnswer = { kind: 'done'; order: number[] } | { kind: 'failed'; message: string }
