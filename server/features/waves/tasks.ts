import { AppError } from '#domain/errors.ts'
import { dueTime } from '#domain/waves/when.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { turnBell } from '../../queue/turns.ts'
import { runWave } from './commands.ts'
import { activeWaves } from './queries.ts'

const everySeconds = 30

/** Makes plans at their set times. Every server looks; the first one plans. */
export function workOnWaves(deps: Deps): void {
  deps.queue.every(everySeconds, () => runDueWaves(deps))
}

/** @throws AggregateError if it failed for some waves; the next run tries again */
export async function runDueWaves({ db, config, now, bell }: Pick<Deps, 'db' | 'config' | 'now' | 'bell'>) {
  const failures: unknown[] = []
  for (const { workspace_id, id, time_zone, ...times } of await activeWaves(db)) {
    // Whether somebody works that day is read only if the wave would be due then.
    const wave = { ...times, active: true, freeze_at: null, plans_for: 'same_day' as const }
    if (!dueTime(wave, now(), time_zone, () => true)) continue
    const quotas = { limits: config.quotas, now: now() }
    try {
      const run = await again(() => inWorkspace(db, workspace_id, (trx) => runWave(trx, workspace_id, id, quotas)))
      if (run?.plan_id) bell.ring(turnBell)
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'too_many_plans'
      if (!isBusy) failures.push(error)
    }
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} waves could not run`)
}
