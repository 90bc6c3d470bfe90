import { mostBodyBytes } from '#domain/api/endpoint.ts'
import type { PreparedRow } from '#domain/sheets/prepare-rows.ts'

/** Leaves room for what a call says besides its rows. */
const mostRowBytes = mostBodyBytes * 0.95

/** Splits the rows of a file into calls of at most `most` rows that also fit into a request's body. */
export function inBatches<Field extends string, Row>(
  rows: readonly PreparedRow<Field, Row>[],
  most: number,
): PreparedRow<Field, Row>[][] {
  const batches: PreparedRow<Field, Row>[][] = []
  const encoder = new TextEncoder()
  let batch: PreparedRow<Field, Row>[] = []
  let bytes = 0
  for (const row of rows) {
    const own = encoder.encode(JSON.stringify(row.row)).length + 1
    if (batch.length === most || (batch.length && bytes + own > mostRowBytes)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += own
  }
  return batch.length ? [...batches, batch] : batches
}
