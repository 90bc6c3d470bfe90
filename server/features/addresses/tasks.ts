import type { z } from 'zod'
import { rankHits } from '#domain/address/judge-hit.ts'
import { dayOf } from '#domain/time.ts'
import { inWorkspace } from '../../db/connect.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { GeocoderUnavailable } from '../../outside/geocoder/geocoder.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { applyAnswers, forgetGeocodes, type Answer } from './commands.ts'
import { nextToLocate, workspacesToLocate } from './queries.ts'

/** How often workspaces are found whose addresses still wait: after an outage, or since before there was a geocoder. */
const sweepEverySeconds = 60
/** How many addresses a workspace may have looked up before another one has its turn. */
const mostPerTurn = 25
/** Answers are stored together, but nobody should wait longer for the first of them. */
const storeAfterMs = 2000
/** A task waits for its turn with the geocoder as long as it takes. */
const maxWaitMs = 60_000

type Payload = z.output<typeof locateDeliveries.payload>

/** Looks up addresses from the queue, one at a time on this server, so that the geocoder is not overrun. */
export async function workOnAddresses(deps: Deps): Promise<void> {
  const { db, queue, now } = deps
  queue.every(3600, () => forgetGeocodes(db, now()))
  if (!deps.geocoder) return
  await sweep(deps)
  queue.every(sweepEverySeconds, () => sweep(deps))
  await queue.work(locateDeliveries, 1, (payload, { signal }) => locate(deps, payload, signal))
}

/** Adds a task for each workspace that has addresses to look up and no task. */
export async function sweep({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const waiting = await workspacesToLocate(db, firstDay(now()))
  if (!waiting.length) return
  const busy = new Set((await queue.unfinished(locateDeliveries)).map(({ workspaceId }) => workspaceId))
  for (const workspaceId of waiting) {
    if (busy.has(workspaceId)) continue
    await inWorkspace(db, workspaceId, (trx) => queue.add(trx, locateDeliveries, { workspaceId }))
  }
}

/** Yesterday in UTC, which is today somewhere. Older deliveries are not worth a question. */
const firstDay = (now: Date) => dayOf(new Date(now.getTime() - 86_400_000), 'UTC')

/** One turn of a workspace: looks up some of its addresses, and adds a task for the rest. */
export async function locate(deps: Deps, { workspaceId }: Payload, signal: AbortSignal): Promise<void> {
  const { db, queue, now, geocoder } = deps
  if (!geocoder) return
  const provider = geocoder.kind
  const fromDay = firstDay(now())
  // Every new delivery added a task. Together they are one turn, so that other workspaces do not wait for them all.
  await queue.absorb(locateDeliveries, { workspaceId })
  const { addresses, depots } = await inWorkspace(db, workspaceId, async (trx) => {
    if (await isSandbox(trx, workspaceId)) return { addresses: [], depots: [] }
    return nextToLocate(trx, workspaceId, { provider, fromDay, now: now(), most: mostPerTurn })
  })
  let answers: Answer[] = []
  let storedAt = now().getTime()
  const store = async () => {
    const told = answers
    answers = []
    storedAt = now().getTime()
    if (!told.length) return
    await inWorkspace(db, workspaceId, (trx) =>
      applyAnswers(trx, workspaceId, { provider, answers: told, fromDay }, now()),
    )
  }
  try {
    for (const { key, address, hits } of addresses) {
      if (hits) {
        answers.push({ key, address, hits, isNew: false })
        continue
      }
      const found = await geocoder.search(address, { near: depots, maxWaitMs, signal })
      const ranked = rankHits(address, found, { countries: geocoder.countries, near: depots })
      answers.push({ key, address, hits: ranked, isNew: true })
      if (now().getTime() - storedAt >= storeAfterMs) await store()
    }
  } catch (error) {
    if (!(error instanceof GeocoderUnavailable)) throw error
    // The next sweep tries again. Only what the operator has to change is worth a line in the log.
    if (error.why === 'refused') deps.report(error, 'geocoder')
    return
  } finally {
    await store()
  }
  if (addresses.length < mostPerTurn) return
  await inWorkspace(db, workspaceId, (trx) => queue.add(trx, locateDeliveries, { workspaceId }))
}
