import { z } from 'zod'
import { Instant } from '../time.ts'
import {
  eventTypeNames,
  eventTypes,
  subjectOf,
  subjects,
  type DataOf,
  type EventType,
  type SubjectOf,
} from './types.ts'

/** Who did it. The system is Karta itself, such as the geocoder. */
export const EventActor = z.object({
  kind: z.enum(['member', 'api_key', 'recipient', 'system']),
  id: z.uuid().nullable(),
  name: z.string(),
})
export type EventActor = z.infer<typeof EventActor>

const common = {
  cursor: z.string().describe('Where the log goes on after this event'),
  id: z.uuid(),
  at: Instant,
  actor: EventActor,
  version: z.int().nullable().describe('The version of the record after the change, if it has versions'),
  previous: z.record(z.string(), z.unknown()).describe('What the changed fields were before; empty for a new record'),
  why: z.string().nullable().describe('The reason, where there is one, such as “Plan approved”'),
}

const kinds = Object.keys(subjects) as (keyof typeof subjects)[]
const typesOf = (kind: string) => eventTypeNames.filter((type) => subjectOf(type) === kind)

const variants = kinds.map((kind) =>
  z.object({
    ...common,
    type: z.enum(typesOf(kind)).describe(
      typesOf(kind)
        .map((type) => `${type}: ${eventTypes[type]}`)
        .join('. '),
    ),
    subject: z.object({ kind: z.literal(kind), id: z.uuid() }),
    data: subjects[kind].data,
  }),
)

/** An event of one type. */
export type EventOf<T extends EventType> = {
  cursor: string
  id: string
  type: T
  subject: { kind: SubjectOf<T>; id: string }
  /** The record after the change, as `/v1` shows it. */
  data: DataOf<T>
  version: number | null
  previous: Record<string, unknown>
  why: string | null
  actor: EventActor
  at: string
}

/** One change of a workspace's state, as the event log tells it. */
export type Event = { [T in EventType]: EventOf<T> }[EventType]
export const Event = z.discriminatedUnion('type', variants as never).meta({ id: 'Event' }) as unknown as z.ZodType<
  Event,
  Event
>
