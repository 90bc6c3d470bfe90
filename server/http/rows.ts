import { BadRow, type Imported, type ImportOutcome, type ImportReply } from '#domain/api/import.ts'
import { AppError, type FieldProblem } from '#domain/errors.ts'
import { cut, toFieldProblem } from './field-problems.ts'

const reasonLength = 160

/**
 * Imports the rows of a call that are as they should be, and refuses the others one by one.
 * @param field the rows, by the field of the body that holds them
 * @param isWhole refuses all of them if one is refused
 * @param run imports rows; `at` says where in the call each is
 * @throws AppError `validation_failed` naming the rows that are refused, if `isWhole`
 */
export async function byRow<Row, R extends ImportReply>(
  field: Record<string, Row[]>,
  isWhole: boolean,
  run: (rows: Row[], at: number[]) => Promise<Imported<R>>,
): Promise<R> {
  const [[name, rows]] = Object.entries(field) as [[string, Row[]]]
  const at = [...rows.keys()].filter((index) => !(rows[index] instanceof BadRow))
  const bad = rows.flatMap((row, index) => (row instanceof BadRow ? [{ index, ...refusalOf(row) }] : []))
  const done = at.length
    ? await run(
        at.map((index) => rows[index]!),
        at,
      )
    : nothingDone<R>()
  const refused = [...done.refused.map((each) => ({ ...each, index: at[each.index]! })), ...bad]
  refused.sort((one, other) => one.index - other.index)
  if (isWhole && refused.length)
    throw new AppError('validation_failed', {
      errors: refused.flatMap(({ index, reason }) => problemsOf(rows[index], `${name}.${index}`, reason)),
    })
  return { ...withResults(done, rows.length, at, refused), refused } as unknown as R
}

const nothingDone = <R extends ImportReply>() =>
  ({ created: 0, updated: 0, unchanged: 0, outcomes: [], refused: [], ids: [] }) as unknown as Imported<R>

function withResults<R extends ImportReply>(
  { ids, ...done }: Imported<R>,
  count: number,
  at: number[],
  refused: { index: number; reason: string }[],
) {
  const outcomes = Array.from({ length: count }, (): ImportOutcome => 'refused')
  const results = outcomes.map((outcome, index) => ({
    index,
    outcome,
    id: null as string | null,
    reason: null as string | null,
  }))
  for (const [position, index] of at.entries()) {
    outcomes[index] = done.outcomes[position]!
    results[index]!.outcome = outcomes[index]
    results[index]!.id = ids[position]!
  }
  for (const { index, reason } of refused) Object.assign(results[index]!, { reason, id: null })
  return { ...done, outcomes, results }
}

const problemsOf = (row: unknown, path: string, reason: string): FieldProblem[] =>
  row instanceof BadRow ? row.issues.map((issue) => toFieldProblem(issue, path)) : [{ path, message: reason }]

/** Why a row is not as it should be. Deliveries have references, which the answer repeats. */
function refusalOf({ value, issues }: BadRow): { reason: string; reference: string | null } {
  const { reference } = (value ?? {}) as { reference?: unknown }
  const sentences = issues
    .map((issue) => toFieldProblem(issue, ''))
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
  return {
    reason: cut(sentences.join(' '), reasonLength),
    reference: typeof reference === 'string' ? cut(reference, 100) : null,
  }
}
