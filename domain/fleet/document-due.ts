import { parseDate } from '@internationalized/date'
import type { Due } from '../schema/maintenance.ts'

type Document = { name: string; expires_on: string | null; warn_days: number }

/** Whether a document has ended, or ends soon. It is valid on its last day. */
export function documentDue({ name, expires_on: on, warn_days }: Document, today: string): Due {
  const fine = { state: 'ok' as const, on, at_km: null, sentence: null }
  if (on === null) return fine
  if (today > on) return { ...fine, state: 'overdue', sentence: `${name} ended on ${on}.` }
  if (today < parseDate(on).subtract({ days: warn_days }).toString()) return fine
  return { ...fine, state: 'due', sentence: `${name} ends on ${on}.` }
}
