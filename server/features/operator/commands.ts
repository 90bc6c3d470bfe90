import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { OperatorMessage, OperatorWorkspace, OperatorWorkspaceChange } from '#domain/schema/operator.ts'
import { inSiteScope, setWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { deliverMail } from '../../queue/tasks.ts'
import { setTier } from '../tiers/commands.ts'
import { getWorkspace } from './queries.ts'

const longestTrialMs = 366 * 86_400_000

/**
 * Changes the tier of a workspace, or other terms of it. Its audit log says that the operator did, and who.
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeWorkspace(
  trx: Trx,
  operator: string,
  id: string,
  { trial_ends_at, ...change }: OperatorWorkspaceChange,
  now: Date,
): Promise<OperatorWorkspace> {
  await getWorkspace(trx, id, now)
  if (trial_ends_at && Date.parse(trial_ends_at) > now.getTime() + longestTrialMs) {
    const message = 'A trial ends within a year.'
    throw new AppError('validation_failed', { errors: [{ path: 'trial_ends_at', message }] })
  }
  await setWorkspace(trx, id)
  const author = { workspaceId: id, userId: null, name: `Operator (${operator})` }
  await setTier(trx, author, { ...change, ...(trial_ends_at && { trial_ends_at: new Date(trial_ends_at) }) }, now)
  return getWorkspace(trx, id, now)
}

/** Sends all mail again that failed, as soon as there is a mail server. Returns how many. */
export async function retryMails({ db, queue, mailer }: Pick<Deps, 'db' | 'queue' | 'mailer'>): Promise<number> {
  return inSiteScope(db, async (trx) => {
    const mails = await trx
      .updateTable('site.mails')
      .set({ state: mailer ? 'waiting' : 'kept', failure: null })
      .where('state', '=', 'failed')
      .returning('id')
      .execute()
    if (mailer) for (const { id } of mails) await queue.add(trx, deliverMail, { mailId: id })
    return mails.length
  })
}

/**
 * Marks a message of the contact page as answered, or not.
 * @throws AppError `not_found`
 */
export async function markMessage(
  trx: Trx,
  operator: string,
  id: string,
  isAnswered: boolean,
  now: Date,
): Promise<OperatorMessage> {
  const { rows } = await sql<OperatorMessage>`
    select * from operator_answered(${id}, ${operator}, ${isAnswered ? now : null})`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
