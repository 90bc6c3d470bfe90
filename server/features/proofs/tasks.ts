import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { checkPhoto } from '../../queue/tasks.ts'
import { checkArrived } from './commands.ts'

/** Looks at photos as soon as they have arrived. */
export async function workOnPhotos({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  await queue.work(checkPhoto, 4, async ({ workspaceId, objectId }) =>
    again(() => inWorkspace(db, workspaceId, (trx) => checkArrived(trx, workspaceId, objectId, now()))),
  )
}
