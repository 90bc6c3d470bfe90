import { z } from 'zod'
import { auditActorKinds } from '../audit/entry.ts'
import { Day, Instant } from '../time.ts'

const Value = z.unknown().describe('Whatever the field holds')
const Changed = z.object({ from: Value.optional(), to: Value.optional() })

/** What somebody did in a workspace, as it is shown. */
export const AuditEntry = z
  .object({
    number: z.int().describe('Its place in the log, from 1, without gaps'),
    at: Instant,
    action: z.string().describe('What was done: the type of an event, or another action such as `session.began`'),
    sentence: z.string().describe('The entry in words'),
    actor: z
      .object({ kind: z.enum(auditActorKinds), id: z.uuid().nullable(), name: z.string().nullable() })
      .describe('Who did it; without a name if that was erased'),
    origin: z
      .object({ ip: z.string().nullable(), user_agent: z.string().nullable() })
      .nullable()
      .describe('Where the call came from, if it is known and was not erased'),
    record: z
      .object({ kind: z.string(), id: z.uuid().nullable(), label: z.string().nullable() })
      .nullable()
      .describe('What it is about; without an id if it is about many records'),
    records: z.int().describe('How many records, if one command did the same to many; otherwise 0'),
    record_ids: z.array(z.uuid()).describe('The first 100 of them'),
    changes: z.record(z.string(), Changed).describe('Fields that changed, from what to what'),
    detail: z.record(z.string(), z.unknown()),
    erased: z
      .array(z.string())
      .describe('What was dropped from the entry: `actor`, `origin`, `label` (of the record) or `values` (of fields)'),
    request_id: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

/** The one way to filter, for the list and the export. */
export const auditFilter = {
  actor: z
    .union([z.uuid(), z.enum(['operator', 'system', 'nobody'])])
    .optional()
    .describe('Id of a member or key; or who is none'),
  action: z
    .string()
    .max(500)
    .regex(/^[a-z_]+(\.[a-z_]+)?(,[a-z_]+(\.[a-z_]+)?)*$/, 'Enter actions like member.updated, separated by commas.')
    .optional()
    .describe('Actions, or all of a kind, such as `member` or `sign_in`; separated by commas'),
  record: z.uuid().optional().describe('Id of a record, also among many'),
  from: Day.optional().describe('First day, in the workspace’s time zone'),
  to: Day.optional().describe('Last day, in the workspace’s time zone'),
}

export const AuditPage = z
  .object({
    data: z.array(AuditEntry),
    next_cursor: z.string().nullable(),
    searched_to: Instant.nullable().describe(
      'With `q`: how far back was searched, if not to the end. The next page searches on from there',
    ),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>

/** What is known about the log's chain. */
export const AuditState = z
  .object({
    entries: z.int().describe('How many entries there are'),
    hash: z.string().nullable().describe('The hash of the last one'),
    check: z
      .object({
        state: z.enum(['waiting', 'whole', 'broken']),
        asked_at: Instant,
        checked_at: Instant.nullable(),
        entries: z.int().describe('How many entries were checked'),
        misfit: z.string().nullable().describe('The first thing that does not fit, in a sentence'),
      })
      .nullable()
      .describe('The last check from the first entry to the last; null if there was none'),
  })
  .meta({ id: 'AuditState' })
export type AuditState = z.infer<typeof AuditState>

/** What a page exported by itself, from what it had read. */
export const ExportNote = z
  .strictObject({
    what: z.enum(['deliveries']),
    format: z.enum(['csv', 'xlsx', 'print']),
    rows: z.int().min(0).max(10_000_000),
  })
  .meta({ id: 'ExportNote' })
