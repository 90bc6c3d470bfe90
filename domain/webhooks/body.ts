import type { Event } from '../events/event.ts'

/** What is posted of an event: `type`, `timestamp` and `data` as Standard Webhooks has them, and what else `/v1` says. */
export function bodyOf({ id, type, at, data, subject, version, previous, why, actor }: Event): Record<string, unknown> {
  return { id, type, timestamp: at, data, subject, version, previous, why, actor }
}
