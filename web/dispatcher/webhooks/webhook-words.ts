import { recordNames } from '#domain/audit/phrases.ts'
import { subjectOf } from '#domain/events/types.ts'
import type { CallState, WebhookEndpointWithHealth } from '#domain/schema/webhook.ts'
import { webhookKinds, wantedTypes } from '#domain/webhooks/types.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type State = { word: string; tone: BadgeTone }

/** How an endpoint does, in a word. */
export function stateOf({ active, paused_why, health }: WebhookEndpointWithHealth): State {
  if (paused_why) return { word: 'Paused', tone: 'danger' }
  if (!active) return { word: 'Off', tone: 'neutral' }
  if (health.failing_since) return { word: 'Failing', tone: 'warning' }
  return { word: 'On', tone: 'success' }
}

export const callStateWords: Record<CallState, State> = {
  waiting: { word: 'Waiting', tone: 'warning' },
  sending: { word: 'Sending', tone: 'info' },
  sent: { word: 'Received', tone: 'success' },
  undelivered: { word: 'Given up', tone: 'danger' },
  replayed: { word: 'Sent again', tone: 'neutral' },
}

/** Records of a kind, as in “Deliveries”. */
export const kindWords = (kind: string): string => {
  const words = recordNames[kind]?.[1] ?? kind.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** What an endpoint is sent, in a few words. */
export function typesWords(types: readonly string[]): string {
  if (!types.length) return 'Everything'
  const kinds = [...new Set(wantedTypes(types).map(subjectOf))].map(kindWords)
  return kinds.length > 3 ? `${kinds.slice(0, 2).join(', ')} and ${kinds.length - 2} more kinds` : kinds.join(', ')
}

/** Kinds that most programs want, and all others after them. */
const usual = ['delivery', 'plan', 'route', 'driver', 'alert', 'notification']
export const kindChoices = [...usual, ...[...webhookKinds.keys()].filter((kind) => !usual.includes(kind))].map(
  (kind) => ({
    id: `${kind}.*`,
    label: kindWords(kind),
  }),
)
export const usualCount = usual.length
