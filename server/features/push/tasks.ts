import { inWorkspace } from '../../db/connect.ts'
import { PushRefused } from '../../outside/push.ts'
import type { Deps } from '../../deps.ts'
import { sendPush } from '../../queue/tasks.ts'
import { escalate, notePushed, tellEvents } from './commands.ts'
import { findSubscription } from './queries.ts'
import { topicOf } from './rules.ts'

const tellEverySeconds = 2
const escalateEverySeconds = 30
const atOnce = 4

/** Tells people of alerts and of changes of their routes, where they are. */
export async function workOnPush(deps: Deps): Promise<void> {
  const { queue } = deps
  queue.every(tellEverySeconds, async () => {
    while (await tellEvents(deps)) continue
  })
  queue.every(escalateEverySeconds, () => escalate(deps))
  await queue.work(sendPush, atOnce, (payload) => sendOne(deps, payload))
}

type Waiting = Parameters<Parameters<Deps['queue']['work']>[2]>[0]

/** One attempt at one notification. */
export async function sendOne(deps: Pick<Deps, 'db' | 'push' | 'now' | 'report'>, payload: Waiting): Promise<void> {
  const { workspaceId, subscriptionId, message, isUrgent } = sendPush.payload.parse(payload)
  const target = await inWorkspace(deps.db, workspaceId, (trx) => findSubscription(trx, workspaceId, subscriptionId))
  if (!target) return
  const sending = deps.push.send(target, message, { topic: topicOf(message), isUrgent })
  const outcome = await sending.catch((error: unknown) => {
    if (!(error instanceof PushRefused)) throw error
    deps.report(error, 'sending a notification')
  })
  if (outcome) await notePushed(deps.db, workspaceId, subscriptionId, outcome, deps.now())
}
