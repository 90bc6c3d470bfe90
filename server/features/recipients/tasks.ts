import type { z } from 'zod'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { eraseRecipient } from '../../queue/tasks.ts'
import { continueErasure } from './commands.ts'
import { unfinishedErasures } from './queries.ts'

/** How often erasures are found whose task is gone: after a restore, or when every attempt failed. */
const sweepEverySeconds = 600

type Payload = z.output<typeof eraseRecipient.payload>

/** Erases recipients, one at a time on this server. */
export async function workOnRecipients(deps: Deps): Promise<void> {
  const { queue } = deps
  await sweepErasures(deps)
  queue.every(sweepEverySeconds, () => sweepErasures(deps))
  await queue.work(eraseRecipient, 1, (payload, { signal }) => erase(deps, payload, signal))
}

/** Adds a task for each erasure that is not done and has none. */
export async function sweepErasures({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  const left = await unfinishedErasures(db)
  if (!left.length) return
  const busy = new Set((await queue.unfinished(eraseRecipient)).map(({ erasureId }) => erasureId))
  for (const payload of left) {
    if (busy.has(payload.erasureId)) continue
    await inWorkspace(db, payload.workspaceId, (trx) => queue.add(trx, eraseRecipient, payload))
  }
}

/** Erases to the end, one transaction after the other. Another attempt goes on where this one ended. */
export async function erase(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { workspaceId, erasureId }: Payload,
  signal?: AbortSignal,
): Promise<void> {
  const next = () =>
    again(() => inWorkspace(db, workspaceId, (trx) => continueErasure(trx, workspaceId, erasureId, now())))
  while (!(await next())) signal?.throwIfAborted()
}
