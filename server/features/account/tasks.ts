import { inAuthScope } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { carryOutDeletion } from './commands.ts'
import { dueDeletions } from './queries.ts'

const sweepEverySeconds = 600

/** Deletes accounts that are due. */
export function workOnAccounts(deps: Deps): void {
  deps.queue.every(sweepEverySeconds, () => carryOutDeletions(deps))
}

/**
 * Deletes the accounts that are due, one transaction each, so that a failure does not block the others.
 * @throws AggregateError if some failed; the next run tries them again
 */
export async function carryOutDeletions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const failures: unknown[] = []
  for (const userId of await dueDeletions(db, now())) {
    const deletion = again(() => inAuthScope(db, (trx) => carryOutDeletion(trx, userId, now())))
    await deletion.catch((error: unknown) => failures.push(error))
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`)
}
