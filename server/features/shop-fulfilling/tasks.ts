import { setTimeout as delay } from 'node:timers/promises'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { tellShop } from '../../queue/tasks.ts'
import { spreadNews, tellAll, type TellDeps } from './commands.ts'
import { shopsBehind } from './queries.ts'

const lookEveryMs = 1000
const mostShops = 200
const concurrency = 4

/** Tells shops what becomes of their orders. Nobody on the road waits for a shop. */
export async function workOnFulfilling(deps: TellDeps): Promise<void> {
  await deps.queue.work(tellShop, concurrency, ({ deliveryId, ...of }, { lastAttempt }) =>
    tellAll(deps, of, deliveryId, lastAttempt),
  )
  deps.queue.run(async (signal) => {
    while (!signal.aborted) {
      const tick = delay(lookEveryMs, undefined, { signal }).catch(() => {})
      await spreadAll(deps).catch((error: unknown) => deps.report(error, 'news for shops'))
      await tick
    }
  })
}

/** Turns what happened since the last time into news, for every shop. */
export async function spreadAll({ db, queue, now }: Pick<TellDeps, 'db' | 'queue' | 'now'>): Promise<void> {
  for (const of of await shopsBehind(db, mostShops)) {
    const one = () => inWorkspace(db, of.workspaceId, (trx) => spreadNews(trx, { queue }, of, now()))
    while (await again(one)) continue
  }
}
