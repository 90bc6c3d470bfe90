import type { AuditEntry } from './entry.ts'

/** The action of the entry that says that values of earlier entries were dropped. */
export const erasedAction = 'audit.values_erased'

/**
 * What the entries about dropped values excuse: those before a moment, or those about some records. Feed it all entries
 * first; then it can say whether a missing value was dropped on purpose.
 */
export function auditErasures() {
  const moments: { number: number; before: string }[] = []
  const records = new Map<string, { number: number; seals: string[] }>()
  return {
    add({ action, number, detail }: Pick<AuditEntry, 'action' | 'number' | 'detail'>): void {
      if (action !== erasedAction) return
      const { before, record_ids, seals } = detail
      if (typeof before === 'string') moments.push({ number, before })
      if (!Array.isArray(record_ids)) return
      const names = Array.isArray(seals) ? seals.map(String) : []
      for (const id of record_ids) {
        const known = records.get(String(id))
        records.set(String(id), { number, seals: [...new Set([...(known?.seals ?? []), ...names])] })
      }
    },
    isErased({ number, at, record_id }: AuditEntry, name: string): boolean {
      if (moments.some((each) => each.number > number && at < each.before)) return true
      const of = record_id === null ? undefined : records.get(record_id)
      return of !== undefined && of.number > number && of.seals.includes(name)
    },
  }
}
