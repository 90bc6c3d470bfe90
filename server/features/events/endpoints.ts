import type { FastifyInstance, FastifyReply } from 'fastify'
import { eventsWithShownCustom } from '../../db/custom-fields.ts'
import { eventForClient } from '#domain/client-view.ts'
import { listEvents, wantedTypes } from '#domain/api/events.ts'
import type { EventType } from '#domain/events/types.ts'
import { AppError } from '#domain/errors.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { followEvents } from '../../events/follow.ts'
import { readEvents, type After } from '../../events/read.ts'
import { identityOf, seesAll, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { readableTypes } from './rules.ts'

/** Serves the event log. */
export function registerEvents(app: FastifyInstance, deps: Deps): void {
  const { db, bus, shares } = deps
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  mount(
    app,
    deps,
    listEvents,
    async ({ query, actor, admitAgain, reply }) => {
      const { workspaceId } = actor
      const typesFor = (reader: Actor) => {
        const readable = readableTypes(reader)
        const types = wantedTypes(query.types).filter((type) => readable.has(type))
        if (!types.length) throw new AppError('not_allowed', { role: reader.role })
        return types
      }
      let types: EventType[] | undefined
      let reader = actor
      const read = async (after: After) => {
        // Whoever waited may have been suspended meanwhile, or do something else now.
        if (types) reader = await admitAgain()
        types = typesFor(reader)
        const asked = { workspaceId, after, limit: query.limit, types, isPartial: !seesAll(reader) }
        return shares.during(workspaceId, () =>
          again(() =>
            inTransaction(db, async (trx) => {
              // Whoever sees everything reads as Karta does: the types decide.
              await setWorkspace(trx, workspaceId, asked.isPartial ? identityOf(reader) : undefined)
              const page = await readEvents(trx, asked)
              return reader.role === 'client'
                ? { ...page, events: await eventsWithShownCustom(trx, page.events) }
                : page
            }),
          ),
        )
      }
      const over = AbortSignal.any([stopping.signal, goneSignal(reply), AbortSignal.timeout(query.wait * 1000)])
      const { events, ...page } = query.wait
        ? await followEvents({ bus, workspaceId, read }, afterOf(query.after), over)
        : await read(afterOf(query.after))
      const isClient = reader.role === 'client'
      const data = isClient ? events.map((event) => eventForClient(event, reader.userId)) : events
      const body = { data, ...page }
      return reply.send(deps.checkReplies ? listEvents.reply.parse(body) : body)
    },
    { waits: true },
  )
}

const afterOf = (after: string | undefined): After => {
  if (after === undefined) return 'oldest'
  return after === 'now' || after === 'latest' ? after : { cursor: after }
}

/** Aborts when whoever waits has hung up. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
