import { dayOf } from '#domain/time.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { recordOlderDeliveries } from '../deliveries/commands.ts'
import { signDay } from './commands.ts'
import { workspacesToSign } from './queries.ts'

/** How often workspaces are found that have not been signed today. */
const sweepEverySeconds = 600
const olderAtOnce = 500

/** Signs the histories of every workspace once a day in UTC, within ten minutes of midnight. */
export function workOnCustody(deps: Deps): void {
  deps.queue.every(sweepEverySeconds, () => signHistories(deps))
}

/**
 * Signs today's entry of each workspace's log, one transaction each, so that a failure does not block the others.
 * @throws AggregateError if some failed; the next run tries them again
 */
export async function signHistories({ db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>): Promise<void> {
  const day = dayOf(now(), 'UTC')
  const failures: unknown[] = []
  for (const workspaceId of await workspacesToSign(db, day)) {
    const signing = signWorkspace({ db, keys, now }, workspaceId, day)
    await signing.catch((error: unknown) => failures.push(error))
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} workspaces could not be signed`)
}

async function signWorkspace({ db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>, workspaceId: string, day: string) {
  const inTurn = () =>
    inWorkspace(db, workspaceId, (trx) => recordOlderDeliveries(trx, workspaceId, olderAtOnce, now()))
  while ((await again(inTurn)) > 0);
  await again(() => inWorkspace(db, workspaceId, (trx) => signDay(trx, { keys }, { workspaceId, day }, now())))
}
