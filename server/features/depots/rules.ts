import { AppError } from '#domain/errors.ts'
import { depotKeys } from '#domain/import/depot-rows.ts'
import { keyOf } from '#domain/import/match.ts'
import { judgeRows, type Verdict } from '#domain/import/verdicts.ts'
import { depotHoursProblem, usualHours, type Depot, type DepotRow } from '#domain/schema/depot.ts'

/**
 * Routes start at the default depot, so it must be active.
 * @throws AppError `validation_failed`
 */
export function checkDefault(depot: { is_default: boolean; active: boolean }): void {
  if (!depot.is_default || depot.active) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'active', message: 'The default depot must be active.' }],
  })
}

/**
 * Checks opening hours of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkHours(depot: { opens: string; closes: string }): void {
  const message = depotHoursProblem(depot)
  if (message) throw new AppError('validation_failed', { errors: [{ path: 'closes', message }] })
}

export type KnownDepot = Pick<Depot, 'id' | 'name' | 'address' | 'location' | 'opens' | 'closes'>

/** What the rows of an import do. */
export function judgeDepots(
  rows: DepotRow[],
  known: KnownDepot[],
  at?: number[] | undefined,
): Verdict<KnownDepot, DepotRow>[] {
  return judgeRows<DepotRow, KnownDepot, DepotRow>({
    rows,
    at,
    known,
    plural: 'depots',
    keysOf: depotKeys,
    resolve: (row, before) => {
      if (!before && !row.address) return { reason: 'A new depot needs an address.' }
      if (!before && !row.location) return { reason: 'A new depot needs a position.' }
      const opens = row.opens ?? before?.opens ?? usualHours.opens
      const closes = row.closes ?? before?.closes ?? usualHours.closes
      const problem = depotHoursProblem({ opens, closes })
      if (problem) return { reason: problem }
      // The same name in other letters is not a change.
      const isSameName = before && keyOf(row.name) === keyOf(before.name)
      return { values: { ...row, ...(isSameName && { name: before.name }) } }
    },
  })
}
