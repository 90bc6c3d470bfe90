import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { together } from '../../queue/together.ts'
import { noteAnswers, prepareCalls, spreadEvents, type Answered, type PreparedCall } from './commands.ts'
import { claimCalls, endpointsBehind, forgetCalls, releaseCalls } from './queries.ts'

const lookEveryMs = 250
/** At the same time to each endpoint, and from this server to all. */
const callsEach = 20
const mostAtOnce = 400
const mostEndpoints = 200
const releaseEverySeconds = 30
/** Far longer than an endpoint may take. */
const silentMs = 60_000
const forgetEverySeconds = 3600
const forgottenAtOnce = 5000
const dayMs = 86_400_000

const fineness = 2 ** 32
/** From 0 to 1. */
const random = () => randomInt(fineness) / fineness

/** Posts events to the addresses that workspaces name. */
export function workOnWebhooks(deps: Deps): void {
  const { db, queue, config, now } = deps
  queue.run((signal) => loop(signal, deps, () => spread(deps, signal)))
  queue.run((signal) => sendAll(deps, signal))
  const release = () => releaseCalls(db, new Date(now().getTime() - silentMs))
  queue.run(release)
  queue.every(releaseEverySeconds, release)
  queue.every(forgetEverySeconds, async () => {
    const before = new Date(now().getTime() - config.eventRetentionDays * dayMs)
    while (await forgetCalls(db, before, forgottenAtOnce)) continue
  })
}

async function loop(signal: AbortSignal, deps: Deps, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const tick = delay(lookEveryMs, undefined, { signal }).catch(() => {})
    await work().catch((error: unknown) => deps.report(error, 'sending webhooks'))
    await tick
  }
}

/** Makes calls of what happened since the last time, for every endpoint. */
export async function spread(deps: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<void> {
  const { db, now } = deps
  for (const { workspaceId, endpointId } of await endpointsBehind(db, mostEndpoints)) {
    const one = () => inWorkspace(db, workspaceId, (trx) => spreadEvents(trx, workspaceId, endpointId, now()))
    while (await again(one)) {
      if (signal?.aborted) return
    }
  }
}

type Sending = Pick<Deps, 'db' | 'now' | 'sealer' | 'webhooks' | 'config' | 'mailer' | 'queue' | 'report'>

/** Sends what is due until the signal aborts. A slow endpoint takes only its own share of what is under way. */
async function sendAll(deps: Deps, signal: AbortSignal): Promise<void> {
  const note = noting(deps)
  const running = new Set<Promise<void>>()
  await loop(signal, deps, async () => {
    let claimed: number
    do {
      const due = await claim(deps, mostAtOnce - running.size)
      claimed = due.length
      for (const call of due) {
        const sent = sendOne(deps, call, note)
          .catch((error: unknown) => deps.report(error, 'sending a webhook'))
          .finally(() => running.delete(sent))
        running.add(sent)
      }
      // Some answers make room for the next ones.
      if (claimed) await Promise.race([...running, delay(lookEveryMs)])
    } while (claimed && !signal.aborted)
  })
  await Promise.all(running)
}

/** Sends everything that is due, and waits for every answer. Returns how many calls that were. */
export async function sendDue(deps: Sending): Promise<number> {
  const note = noting(deps)
  const due = await claim(deps, mostAtOnce)
  await Promise.all(due.map((call) => sendOne(deps, call, note)))
  return due.length
}

async function claim(deps: Sending, most: number): Promise<PreparedCall[]> {
  if (most <= 0) return []
  const due = await claimCalls(deps.db, deps.now(), { each: callsEach, most })
  const prepared: PreparedCall[] = []
  for (const [workspaceId, ids] of due) {
    const one = () => inWorkspace(deps.db, workspaceId, (trx) => prepareCalls(trx, deps, workspaceId, ids))
    prepared.push(...(await again(one)))
  }
  return prepared
}

async function sendOne(deps: Sending, call: PreparedCall, note: (each: Answered) => Promise<void>): Promise<void> {
  const forgotten = { status: null, failure: 'The event log no longer keeps this event.', answer: '', tookMs: 0 }
  const answer = call.message ? await deps.webhooks.post(call.url, call.message) : forgotten
  await note({ ...call, answer })
}

const mostNoted = 200

/** Answers that come at the same time are noted in one transaction for each workspace. */
function noting(deps: Sending): (each: Answered) => Promise<void> {
  return together(
    async (answered: Answered[]) => {
      for (const [workspaceId, of] of Map.groupBy(answered, (each) => each.workspaceId)) {
        await again(() =>
          inWorkspace(deps.db, workspaceId, (trx) => noteAnswers(trx, { ...deps, random }, workspaceId, of)),
        )
      }
      return answered.map(() => undefined)
    },
    { most: mostNoted, sizeOf: () => 1 },
  )
}
