import { visitsLastDays } from '#domain/address/learn-place.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { forgetVisits, learnFromDeliveries, renew } from './commands.ts'
import { placesToLearn } from './queries.ts'

const learnEverySeconds = 60
const mostAtOnce = 500
/** So many of a workspace go into one transaction. */
const mostTogether = 50
const mostForgotten = 10_000

type Needed = Pick<Deps, 'db' | 'now' | 'report'>

/** Learns from deliveries some time after they ended, when the drive away is known too. */
export function workOnAddressMemory(deps: Deps): void {
  deps.queue.every(learnEverySeconds, () => learnPlaces(deps))
  deps.queue.every(3600, () => forgetOldVisits(deps))
}

/** Learns from what ended, until nothing is left. */
export async function learnPlaces({ db, now, report }: Needed): Promise<void> {
  for (;;) {
    const due = await placesToLearn(db, now(), mostAtOnce)
    let failed = false
    for (const { workspace_id: workspaceId, delivery_ids, keys } of due) {
      for (let from = 0; from < Math.max(delivery_ids.length, 1); from += mostTogether) {
        const some = delivery_ids.slice(from, from + mostTogether)
        await again(() =>
          inWorkspace(db, workspaceId, async (trx) => {
            await learnFromDeliveries(trx, workspaceId, some, now())
            if (from === 0) await renew(trx, workspaceId, keys, now())
          }),
        ).catch((error: unknown) => {
          failed = true
          report(error, 'learning addresses')
        })
      }
    }
    if (failed || due.reduce((sum, { delivery_ids }) => sum + delivery_ids.length, 0) < mostAtOnce) return
  }
}

async function forgetOldVisits({ db, now }: Needed): Promise<void> {
  const before = new Date(now().getTime() - visitsLastDays * 86_400_000)
  while ((await forgetVisits(db, before, mostForgotten)) === mostForgotten);
}
