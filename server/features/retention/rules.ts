import type { RetentionCounts, RetentionKind } from '#domain/schema/retention.ts'

/** How much one transaction removes of each kind. Erasing a recipient takes longer than deleting a row. */
export const removedAtOnce: Record<RetentionKind, number> = { recipients: 100, proofs: 500, messages: 500, audit: 2000 }

/** The settings, by kind. */
export type Limits = Partial<Record<`${RetentionKind}_days`, number | null>>

export const daysFor = (limits: Limits, kind: RetentionKind): number | null => limits[`${kind}_days`] ?? null

export const totalOf = (counts: RetentionCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
