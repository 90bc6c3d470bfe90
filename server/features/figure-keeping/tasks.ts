import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { addUpDay, keepUp } from './commands.ts'
import { daysDue, workspacesBehind } from './queries.ts'

const lookEverySeconds = 10
const mostWorkspaces = 200
const addUpEverySeconds = 60
const mostDays = 200
/** A day is added up once it was quiet for a minute, or has waited for ten. Until then, its attempts are read. */
const quietMs = 60_000
const longestMs = 10 * 60_000

type Needed = Pick<Deps, 'db' | 'now' | 'report'>

/** Keeps the figures of analytics up to date with the event log. */
export function workOnFigures(deps: Deps): void {
  deps.queue.every(lookEverySeconds, () => keepAllUp(deps))
  deps.queue.every(addUpEverySeconds, () => addUpDue(deps))
}

/** Reads what happened since the last time, in every workspace. */
export async function keepAllUp({ db, now, report }: Needed): Promise<void> {
  for (const id of await workspacesBehind(db, mostWorkspaces)) {
    const one = () => inWorkspace(db, id, (trx) => keepUp(trx, id, now()))
    try {
      while (await again(one)) continue
    } catch (error) {
      report(error, 'keeping figures')
    }
  }
}

/** Adds up the days that have changed. */
export async function addUpDue(
  { db, now, report }: Needed,
  { quiet = quietMs, longest = longestMs } = {},
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  for (const { workspace_id: id, day } of await daysDue(db, before(quiet), before(longest), mostDays)) {
    const one = () => inWorkspace(db, id, (trx) => addUpDay(trx, id, day))
    await again(one).catch((error: unknown) => report(error, 'adding figures up'))
  }
}
