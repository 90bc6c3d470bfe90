import { sayReached, type QuotaName } from '#domain/quotas.ts'
import type { Quota } from '#domain/schema/quota.ts'
import type { ImportKind } from './import-kind.ts'
import type { PreparedRow } from '#domain/sheets/prepare-rows.ts'

type Counted = Pick<PreparedRow, 'row' | 'outcome'>

/** Why the quotas have no room for all of these rows, or undefined. */
export function whyNoRoom(
  { countsAs = [] }: Pick<ImportKind, 'countsAs'>,
  rows: readonly Counted[],
  quotas: readonly Quota[],
): string | undefined {
  const sent = rows.filter(({ row }) => row !== undefined)
  const added = sent.filter(({ outcome }) => outcome === 'created').length
  const wanted: Partial<Record<QuotaName, number>> = {
    rows_per_import: sent.length,
    imports_per_day: 1,
    ...Object.fromEntries(countsAs.map((name) => [name, added])),
  }
  for (const { name, limit, used } of quotas) {
    const more = wanted[name] ?? 0
    if (more > 0 && (used ?? 0) + more > limit) return sayReached({ quota: name, limit, used: used ?? 0, wanted: more })
  }
  return undefined
}
