import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Workspace, WorkspaceChange } from '#domain/schema/workspace.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { readWorkspace, workspaceColumns } from './queries.ts'
import { memberName, workspaceName, workspaceTimeZone } from './rules.ts'

/** A person who just signed up. `metadata` is what they, or the page they used, said about themselves. */
type Founder = { id: string; email: string; metadata: Record<string, unknown> }

const trialDays = 7

/** Makes a workspace with the person as its owner and a trial of 7 days; the transaction works in it from then on. */
export async function createWorkspaceFor(trx: Trx, founder: Founder, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const { id } = rows[0]!
  await setWorkspace(trx, id)
  await trx
    .insertInto('workspaces')
    .values({
      id,
      name: workspaceName(founder.email, founder.metadata),
      trial_ends_at: new Date(now.getTime() + trialDays * 86_400_000),
      time_zone: workspaceTimeZone(founder.metadata),
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('members')
    .values({
      workspace_id: id,
      user_id: founder.id,
      role: 'owner',
      name: memberName(founder.email, founder.metadata),
      created_at: now,
    })
    .execute()
}

/**
 * Changes the settings that are given.
 * @throws AppError `validation_failed` when the working day would end before it starts, `own_second_factor_first` when
 *   every member would be asked for a second factor by somebody who came without
 */
export async function updateWorkspace(trx: Trx, actor: Actor, change: WorkspaceChange): Promise<Workspace> {
  const id = actor.workspaceId
  if (Object.keys(change).length === 0) return readWorkspace(trx, id)
  if (change.requires_two_factors && actor.aal !== 'aal2') throw new AppError('own_second_factor_first')
  const changed = await trx
    .updateTable('workspaces')
    .set(change)
    .where('id', '=', id)
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow()
  // One of the two times may have come without the other.
  if (changed.start_time >= changed.end_time) {
    throw new AppError('validation_failed', {
      errors: [
        {
          path: change.end_time === undefined ? 'start_time' : 'end_time',
          message: 'The working day ends before it starts.',
        },
      ],
    })
  }
  return changed
}
