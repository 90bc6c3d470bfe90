import { newIdempotencyKey } from '#web/lib/call.ts'
import { inBatches } from './batches.ts'
import type { ImportKind, ImportMode } from './import-kind.ts'
import { refusedRow, type PreparedRow } from '#domain/sheets/prepare-rows.ts'

/** The result so far. */
export type ImportResult = {
  created: number
  updated: number
  unchanged: number
  /** How many were cancelled because the file lacks them. */
  cancelled: number
  /** Rows that the server refused, with its reason as their problem. */
  refused: PreparedRow[]
}

/** A part of the file. Its key stays the same, so that sending it again cannot add rows twice. */
type Batch<Field extends string, Row> = { rows: PreparedRow<Field, Row>[]; key: string }

/** Sends the good rows in parts. After a failure, `send` continues where it stopped. */
export function makeSender<Field extends string, Row>(
  kind: ImportKind<Field, Row>,
  rows: readonly PreparedRow<Field, Row>[],
  { mode, day }: { mode: ImportMode; day: string },
) {
  const good = rows.filter((row) => row.row !== undefined)
  const batches = inBatches(good, kind.batchSize).map((rows): Batch<Field, Row> => ({ rows, key: newIdempotencyKey() }))
  const part = {
    id: newIdempotencyKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    rows: good.length,
    new_rows: good.filter(({ outcome }) => outcome === 'created').length,
  }
  let next = 0
  const result: ImportResult = { created: 0, updated: 0, unchanged: 0, cancelled: 0, refused: [] }

  return {
    total: good.length,
    /**
     * @param onProgress called with the number of rows sent so far
     * @throws CallError; parts sent before it stay
     */
    async send(onProgress: (done: number) => void, signal: AbortSignal): Promise<void> {
      let done = batches.slice(0, next).reduce((sum, batch) => sum + batch.rows.length, 0)
      while (next < batches.length) {
        signal.throwIfAborted()
        const { rows: batch, key } = batches[next]!
        const reply = await kind.send(
          batch.map((row) => row.row!),
          { isDryRun: false, mode, day, part, idempotencyKey: key },
        )
        result.created += reply.created
        result.updated += reply.updated
        result.unchanged += reply.unchanged
        for (const { index, reason } of reply.refused) result.refused.push(refusedRow(batch[index]!, reason))
        next++
        done += batch.length
        onProgress(done)
      }
    },
    result,
  }
}
