import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import * as api from '#domain/api/addresses.ts'
import { judgeHit, rankHits, type JudgedHit } from '#domain/address/judge-hit.ts'
import { inWorkspace } from '../../db/connect.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { GeocoderUnavailable } from '../../outside/geocoder/geocoder.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { changeAddress, createAddress, deleteAddress, locateAgain, saveHits, setPosition } from './commands.ts'
import { getAddress, listAddresses, rememberedHits, reviewAddresses, suggestFromBook } from './queries.ts'
import { suggested } from './rules.ts'

/** How long somebody at a form waits for the geocoder to have time. */
const patienceMs = 2500

type SearchReply = z.input<typeof api.searchAddresses.reply>

/** Serves the address book, the review of positions and the search for addresses. */
export function registerAddresses(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  const { now } = deps
  mount(app, deps, api.listAddresses, ({ trx, actor, query }) => listAddresses(trx, actor.workspaceId, query))
  mount(
    app,
    deps,
    api.searchAddresses,
    async ({ query, actor, reply }) => reply.send(await search(deps, actor.workspaceId, query)),
    { waits: true },
  )
  mount(app, deps, api.reviewAddresses, ({ trx, actor, query }) =>
    reviewAddresses(trx, actor.workspaceId, query, now()),
  )
  mount(app, deps, api.locateAgain, async ({ trx, actor, body }) => {
    const deliveries = await locateAgain(trx, actor, body.day, now())
    if (deps.geocoder) await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    return { deliveries }
  })
  mount(app, deps, api.getAddress, ({ trx, actor, params }) => getAddress(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createAddress, ({ trx, actor, body }) => createAddress(trx, actor, body, now()))
  mount(app, deps, api.changeAddress, ({ trx, actor, params, body, seen }) =>
    changeAddress(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteAddress, ({ trx, actor, params, seen }) =>
    deleteAddress(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.setPosition, ({ trx, actor, params, body, seen }) =>
    setPosition(trx, actor, params.id, body, seen, now(), reroute),
  )
}

/** Places for what somebody typed. The geocoder is asked outside any transaction, and its answer is remembered. */
async function search(
  { db, geocoder, now, report }: Deps,
  workspaceId: string,
  { q, typing }: { q: string; typing: 'true' | 'false' },
): Promise<SearchReply> {
  const isTyping = typing === 'true'
  const provider = geocoder?.kind ?? ''
  const { book, remembered, near, isClosed } = await inWorkspace(db, workspaceId, async (trx) => ({
    book: await suggestFromBook(trx, workspaceId, q),
    remembered: geocoder && (await rememberedHits(trx, workspaceId, { provider, address: q, now: now() })),
    near: await serviceArea(trx, workspaceId),
    isClosed: await isSandbox(trx, workspaceId),
  }))
  const answer = (geocoderDid: SearchReply['geocoder'], hits: JudgedHit[] = []): SearchReply => ({
    data: [...book, ...hits.map((hit) => suggested(hit, provider))],
    geocoder: geocoderDid,
  })
  if (!geocoder || isClosed) return answer('none')
  if (remembered) return answer('answered', remembered)
  if (isTyping && !geocoder.completesWords) return answer('not_asked')
  try {
    const found = await geocoder.search(q, { near, isTyping, maxWaitMs: patienceMs, whose: workspaceId })
    const expected = { countries: geocoder.countries, near }
    // Half an address fits nothing. Whoever chooses a suggestion takes over its whole address.
    const hits = isTyping ? found.map((hit) => judgeHit(hit.label, hit, expected)) : rankHits(q, found, expected)
    // Half an address is not worth remembering.
    if (!isTyping) {
      await inWorkspace(db, workspaceId, (trx) => saveHits(trx, workspaceId, { provider, address: q, hits }, now()))
    }
    return answer('answered', hits)
  } catch (error) {
    if (!(error instanceof GeocoderUnavailable)) throw error
    if (error.why === 'refused') report(error, 'geocoder')
    return answer(error.why === 'busy' ? 'busy' : 'unavailable')
  }
}
