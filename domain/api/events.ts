import { z } from 'zod'
import { Event } from '../events/event.ts'
import { eventTypeNames, subjectOf, type EventType, type SubjectKind } from '../events/types.ts'
import { endpoint } from './endpoint.ts'

/** All types of one kind, such as `delivery.*`. */
const kinds = [...new Set(eventTypeNames.map(subjectOf))].map((kind) => `${kind}.*` as const)

/** How long a call may wait for the next event. */
export const longestWaitSeconds = 25

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  may: 'see_deliveries',
  tag: 'Events',
  summary: 'What changed in the workspace, in order; waits for the next change if asked to',
  query: z.strictObject({
    after: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe(
        'The cursor up to which you know the events. `now` begins with what happens from now on, `latest` with the newest events there are; without it, the oldest event that is kept comes first',
      ),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    types: z
      .string()
      .max(2000)
      .transform((list) => list.split(',').filter(Boolean))
      .pipe(z.array(z.enum([...eventTypeNames, ...kinds])))
      .optional()
      .describe('Types of events, separated by commas; `delivery.*` means all types about deliveries'),
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(longestWaitSeconds)
      .default(0)
      .describe('If there is nothing, wait up to so many seconds for the next event'),
  }),
  reply: z.object({
    data: z.array(Event),
    cursor: z.string().describe('Send it as `after` next time, even if there were no events'),
    has_more: z.boolean().describe('Whether more may be there at once'),
  }),
})

/** The types that were asked for; all of them without a list. */
export function wantedTypes(asked: (EventType | `${SubjectKind}.*`)[] | undefined): EventType[] {
  if (!asked) return eventTypeNames
  const wanted = new Set<string>(asked)
  return eventTypeNames.filter((type) => wanted.has(type) || wanted.has(`${subjectOf(type)}.*`))
}
