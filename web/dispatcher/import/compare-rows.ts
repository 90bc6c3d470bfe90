import type { ImportOutcome } from '#domain/api/import.ts'
import { inBatches } from './batches.ts'
import type { ImportKind, ImportMode } from './import-kind.ts'
import { refusedRow, type PreparedRow } from '#domain/sheets/prepare-rows.ts'

/** What the server would do with a row, and why if it refuses. */
type Answer = { outcome: ImportOutcome; reason?: string }

type Asking = {
  mode: ImportMode
  day: string
  signal: AbortSignal
  /** Hears how many good rows have been compared. */
  onProgress: (done: number) => void
}

/** Asks the server what each good row would do. Nothing is changed. */
export async function compareRows<Field extends string, Row>(
  kind: ImportKind<Field, Row>,
  rows: readonly PreparedRow<Field, Row>[],
  { mode, day, signal, onProgress }: Asking,
): Promise<Map<number, Answer>> {
  const good = rows.filter((row) => row.row !== undefined)
  const answers = new Map<number, Answer>()
  for (const part of inBatches(good, kind.batchSize)) {
    onProgress(answers.size)
    const { outcomes, refused } = await kind.send(
      part.map((row) => row.row!),
      { isDryRun: true, mode, day, signal },
    )
    const reasons = new Map(refused.map(({ index, reason }) => [index, reason]))
    for (const [index, { number }] of part.entries()) {
      answers.set(number, { outcome: outcomes[index]!, reason: reasons.get(index) })
    }
  }
  return answers
}

/** The rows with the server's answers. Refused rows become bad ones. */
export function withAnswers<Field extends string, Row>(
  rows: readonly PreparedRow<Field, Row>[],
  answers: Map<number, Answer> | undefined,
): readonly PreparedRow<Field, Row>[] {
  if (!answers) return rows
  return rows.map((row) => {
    const answer = answers.get(row.number)
    if (!answer) return row
    return answer.reason === undefined ? { ...row, outcome: answer.outcome } : refusedRow(row, answer.reason)
  })
}
