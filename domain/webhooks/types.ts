import { eventTypeNames, subjectOf, typesFor, type EventType } from '../events/types.ts'
import { isForKeys } from '../permissions.ts'

/** Events that programs outside may learn of: the same that an API key reads. */
export const webhookTypes: readonly EventType[] = typesFor(isForKeys)

/** Kinds of events with the types of each, as a form shows them. */
export const webhookKinds: ReadonlyMap<string, readonly EventType[]> = Map.groupBy(webhookTypes, (type) =>
  subjectOf(type),
)

/** Whether it names one type, or with `plan.*` all of a kind. */
export function isWebhookPattern(pattern: string): boolean {
  return typesOfPattern(pattern).length > 0
}

/** The types that an endpoint is sent: those of its patterns, or all without any. */
export function wantedTypes(patterns: readonly string[]): EventType[] {
  if (!patterns.length) return [...webhookTypes]
  const wanted = new Set(patterns.flatMap(typesOfPattern))
  return eventTypeNames.filter((type) => wanted.has(type))
}

function typesOfPattern(pattern: string): readonly EventType[] {
  if (pattern.endsWith('.*')) return webhookKinds.get(pattern.slice(0, -2)) ?? []
  return webhookTypes.filter((type) => type === pattern)
}
