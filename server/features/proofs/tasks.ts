import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { checkPhoto } from '../../queue/tasks.ts'
import { checkArrived, missPhotos } from './commands.ts'
import { photosToMiss } from './queries.ts'
import { photosDueBefore } from './rules.ts'

type Needed = Pick<Deps, 'db' | 'now'>

const missEverySeconds = 600
const mostAtOnce = 500

/** Looks at photos as soon as they have arrived, and tells of those that do not. */
export async function workOnPhotos({ db, queue, now }: Needed & Pick<Deps, 'queue'>): Promise<void> {
  queue.every(missEverySeconds, () => tellMissed({ db, now }))
  await queue.work(checkPhoto, 4, async ({ workspaceId, objectId }) =>
    again(() => inWorkspace(db, workspaceId, (trx) => checkArrived(trx, workspaceId, objectId, now()))),
  )
}

/** Tells dispatchers of photos that never came, until none is left. */
export async function tellMissed({ db, now }: Needed): Promise<void> {
  for (;;) {
    const due = await photosToMiss(db, photosDueBefore(now()), mostAtOnce)
    for (const [workspaceId, ids] of due) {
      await again(() => inWorkspace(db, workspaceId, (trx) => missPhotos(trx, workspaceId, ids, now())))
    }
    if ([...due.values()].flat().length < mostAtOnce) return
  }
}
