import { csvLine } from '../import/csv-cell.ts'
import type { UndeliveredWebhooks } from '../schema/webhook.ts'

const columns = [
  'url',
  'type',
  'given_up',
  'waiting',
  'oldest_at',
  'newest_at',
  'answered_at',
  'status',
  'failure',
] as const satisfies (keyof UndeliveredWebhooks)[]

/** The report of what was not delivered as CSV. */
export const undeliveredCsv = (report: readonly UndeliveredWebhooks[]): string =>
  [columns, ...report.map((each) => columns.map((column) => each[column]))].map(csvLine).join('')
