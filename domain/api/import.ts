import { z } from 'zod'

/** The most rows per import call; the browser sends a file in parts of this size. */
export const importBatchSize = 500

/** The same for deliveries: they are written in few statements, however many. */
export const deliveryBatchSize = 1000

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
}

/** The reply to an import: rows that cannot be imported are refused one by one; the rest is kept. */
export const ImportReply = z
  .object({ ...importCounts, refused: z.array(z.object(refusal)) })
  .meta({ id: 'ImportReply' })
export type ImportReply = z.infer<typeof ImportReply>

/** Deliveries have references, which the reply repeats. */
export const DeliveryImportReply = z
  .object({ ...importCounts, refused: z.array(z.object({ ...refusal, reference: z.string().nullable() })) })
  .meta({ id: 'DeliveryImportReply' })
export type DeliveryImportReply = z.infer<typeof DeliveryImportReply>
