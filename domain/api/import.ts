import { z } from 'zod'

/** The most rows per import call; the browser sends a file in parts of this size. */
export const importBatchSize = 500

/** The same for deliveries: they are written in few statements, however many. */
export const deliveryBatchSize = 2500

/** A row that is not as it should be, in a list whose other rows are. */
export class BadRow {
  readonly value: unknown
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(value: unknown, issues: readonly z.core.$ZodIssue[]) {
    this.value = value
    this.issues = issues
  }
}

/** Rows that are read one by one: each is as `Row` says, or a `BadRow`. */
export const rowsOf = <Row extends z.ZodType>(Row: Row, most: number, plural = 'rows') =>
  z
    // The OpenAPI document asks what a bad row becomes without having one.
    .array(Row.catch((bad) => (bad && new BadRow(bad.value, bad.error.issues)) as never))
    .min(1, `Send at least one of the ${plural}.`)
    .max(most, `Send at most ${most.toLocaleString('en-US')} ${plural} in a call.`)

export const isAllOrNothing = z
  .boolean()
  .default(false)
  .describe('Refuses the call if one row is refused; otherwise the other rows are kept')

export const isDryRun = z.boolean().default(false).describe('Only says what each row would do; nothing is changed')

/** Which import a call is a part of. Without it, a call is an import of its own. */
export const ImportPart = z
  .strictObject({
    id: z.guid().toLowerCase().describe('The same for all parts'),
    rows: z.int().min(1).describe('How many rows all parts have together'),
    new_rows: z
      .int()
      .min(0)
      .optional()
      .describe(
        'How many of them create something, as a dry run says: without room for all, the first part is refused',
      ),
  })
  .describe('For rows that are sent in several calls, so that they count as one import')
  .meta({ id: 'ImportPart' })

/** What an import did with a row. */
export const ImportOutcome = z.enum(['created', 'updated', 'unchanged', 'refused']).meta({ id: 'ImportOutcome' })
export type ImportOutcome = z.infer<typeof ImportOutcome>

const refusal = { index: z.int().describe('The row, from 0'), reason: z.string() }

export const importCounts = {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  outcomes: z.array(ImportOutcome).describe('One for each row'),
  results: z
    .array(
      z.object({
        index: z.int().describe('The row, from 0'),
        outcome: ImportOutcome,
        id: z.uuid().nullable().describe('Null if the row is refused, or a dry run would create it'),
        reason: z.string().nullable().describe('Why the row is refused'),
      }),
    )
    .describe('What became of each row, in their order'),
}

/** The reply to an import: rows that cannot be imported are refused one by one; the rest is kept. */
export const ImportReply = z
  .object({ ...importCounts, refused: z.array(z.object(refusal)) })
  .meta({ id: 'ImportReply' })
export type ImportReply = z.infer<typeof ImportReply>

/** What an import did, with the id of each row's record. */
export type Imported<R extends ImportReply = ImportReply> = Omit<R, 'results'> & { ids: (string | null)[] }

/** Deliveries have references, which the reply repeats. */
export const DeliveryImportReply = z
  .object({
    ...importCounts,
    refused: z.array(z.object({ ...refusal, reference: z.string().nullable() })),
    missing: z
      .array(z.object({ id: z.uuid(), number: z.int().nullable(), reason: z.string().nullable() }))
      .optional()
      .describe('After a sync: deliveries that the list lacks. They are canceled, unless `reason` says why they stay'),
  })
  .meta({ id: 'DeliveryImportReply' })
export type DeliveryImportReply = z.infer<typeof DeliveryImportReply>
