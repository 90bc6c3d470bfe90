import { z } from 'zod'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

/** The kinds of personal data that can be kept for a limited time, and what each covers today. */
export const retentionKinds = {
  recipients: {
    title: 'Recipients',
    covers:
      'Name, phone, email, addresses, position and notes of deliveries that have ended or were deleted, with the files that name them. Counted from the delivery’s day.',
    most: 3650,
  },
  proofs: {
    title: 'Proofs of delivery',
    covers:
      'Files in the bucket “proofs”, and names, codes, places and signatures of proofs. Counted from their upload.',
    most: 3650,
  },
  messages: {
    title: 'Messages',
    covers:
      'Messages between dispatchers and drivers, with their photos, and broadcasts of your own channels. Counted from when they arrived.',
    most: 3650,
  },
  audit: {
    title: 'Personal values in the audit log',
    covers:
      'Who did it, from which address and browser, and personal values before and after. The entries stay, and their chain stays whole. Counted from the entry.',
    most: 3650,
  },
} as const
export type RetentionKind = keyof typeof retentionKinds
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[]

const days = (kind: RetentionKind) =>
  z
    .int('Enter whole days.')
    .min(1, 'At least 1 day.')
    .max(retentionKinds[kind].most, `At most ${retentionKinds[kind].most} days.`)
    .nullable()
    .describe(`${retentionKinds[kind].covers} Null keeps it`)

const settings = {
  recipients_days: days('recipients'),
  proofs_days: days('proofs'),
  messages_days: days('messages'),
  audit_days: days('audit'),
}

export const RetentionCounts = z
  .object({ recipients: z.int(), proofs: z.int(), messages: z.int(), audit: z.int() })
  .meta({ id: 'RetentionCounts' })
export type RetentionCounts = z.infer<typeof RetentionCounts>

export const noRetentionCounts: RetentionCounts = { recipients: 0, proofs: 0, messages: 0, audit: 0 }

export const RetentionRun = z.object({
  day: Day.describe('In the workspace’s time zone'),
  finished_at: Instant,
  removed: RetentionCounts,
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z
  .object({
    ...settings,
    last_run: RetentionRun.nullable().describe('What was removed last; null before the first night with a limit'),
    version: Version,
  })
  .meta({ id: 'Retention' })
export type Retention = z.infer<typeof Retention>

export const RetentionChange = z.strictObject(settings).partial().meta({ id: 'RetentionChange' })
export type RetentionChange = z.infer<typeof RetentionChange>

const queried = (kind: RetentionKind) => z.coerce.number().int().min(1).max(retentionKinds[kind].most).optional()

/** Days for some kinds, in a query. */
export const RetentionQuery = z.strictObject({
  recipients_days: queried('recipients'),
  proofs_days: queried('proofs'),
  messages_days: queried('messages'),
  audit_days: queried('audit'),
})

/** Larger counts are not exact. */
export const mostPreviewed = 100_000

export const RetentionPreview = RetentionCounts.partial()
  .describe(`What the next night would remove, of the kinds in question. Counting stops at ${mostPreviewed + 1}`)
  .meta({ id: 'RetentionPreview' })
export type RetentionPreview = z.infer<typeof RetentionPreview>
