import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { makeReady, workspacesAsked, workspacesWithSlots } from '../slot-boards/queries.ts'
import { forgetSlotHolds } from './commands.ts'

const readyEverySeconds = 10
const never = new AbortController().signal

/** Forgets holds that ended. */
export function workOnSlots({ db, queue, now }: Deps): void {
  queue.every(3600, () => forgetSlotHolds(db, now()))
}

/** Keeps the days ready in this server's memory that buyers ask about: from the start, and after what changed. */
export function keepSlotsReady(deps: Deps): void {
  const { db, queue } = deps
  queue.run(async (stop) => keepReady(deps, await workspacesWithSlots(db), stop))
  queue.every(readyEverySeconds, () => keepReady(deps, workspacesAsked(deps)))
}

type Keeping = Pick<Deps, 'db' | 'engine' | 'now'>

/** @throws AggregateError if it failed for some workspaces, where the next buyer waits longer */
async function keepReady(deps: Keeping, workspaceIds: string[], stop = never): Promise<void> {
  const failures: unknown[] = []
  for (const workspaceId of workspaceIds) {
    if (stop.aborted) return
    await makeReady(deps, workspaceId, stop).catch((error: unknown) => {
      // Slots were turned off, or have no depot any more.
      if (!(error instanceof AppError)) failures.push(error)
    })
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} workspaces have no days ready for slots`)
}
