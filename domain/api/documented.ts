import { z } from 'zod'
import { roadData, roadKinds, SentEntry } from '../road/entry.ts'
import { deviceExample, entryExamples, pingExample, pingsReplyExample } from './road-examples.ts'

/*
 * What only the OpenAPI document says of an endpoint, apart from its declaration, so that no page has to load it.
 */

/** The data of an entry is checked by its kind and for itself, so the declaration of a batch does not say what is in it. */
const entryKinds = roadKinds.map((kind) =>
  SentEntry.extend({ kind: z.literal(kind), data: roadData[kind] }).meta({ id: `RoadEntry_${kind}` }),
)
const [first, ...others] = entryKinds
const RoadEntry = z
  .discriminatedUnion('kind', [first!, ...others])
  .meta({ id: 'RoadEntry', description: 'One thing that the driver did. `kind` says what is in `data`' })
const entries = z.array(RoadEntry).min(1).max(200)
const id = z.uuid()

type Documented = { body?: z.ZodType; example?: { body?: unknown; reply?: unknown } }

const log = { device_id: deviceExample.id, entries: entryExamples }
const taken = {
  results: entryExamples.map((entry) => ({ id: entry.id, outcome: 'applied', code: null, sentence: null })),
  next_sequence: 3,
  last_hash: entryExamples[1]!.hash,
  now: '2027-03-15T02:14:31.000Z',
}

/** By the id of the endpoint. */
export const documented: Record<string, Documented> = {
  registerDevice: { example: { body: deviceExample } },
  sendEntries: { body: z.strictObject({ device_id: id, entries }), example: { body: log, reply: taken } },
  handInLog: {
    body: z.strictObject({ workspace_id: id, device_id: id, entries }),
    example: { body: { workspace_id: '0195a3c2-0d41-7a11-8b21-4f2e6d8c9a01', ...log } },
  },
  recordPings: { example: { body: { pings: [pingExample] }, reply: pingsReplyExample } },
}
