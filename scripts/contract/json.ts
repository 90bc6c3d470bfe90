export type Json = Record<string, unknown>

/** Whether a list has one item. */
export const isOne = (list: unknown[]): boolean => list.length === 1
