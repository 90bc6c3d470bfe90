import { AppError } from '#domain/errors.ts'
import type { NewPayRule, PayRule } from '#domain/schema/pay.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { getDriver } from '../drivers/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getPayRule, listPayRules } from './queries.ts'

const mostRules = 2000

/**
 * Says what all drivers, or one, earn from a day on, in the workspace's currency.
 * @throws AppError `driver_not_found`, `duplicate_pay_rule`, `too_many_pay_rules`
 */
export async function createPayRule(trx: Trx, actor: Actor, rule: NewPayRule, now: Date): Promise<PayRule> {
  const { workspaceId } = actor
  if (rule.driver_id) await getDriver(trx, workspaceId, rule.driver_id)
  if ((await listPayRules(trx, workspaceId)).data.length >= mostRules) throw new AppError('too_many_pay_rules')
  const { currency } = await readWorkspace(trx, workspaceId)
  const insert = trx
    .insertInto('pay_rules')
    .values({ ...rule, currency, workspace_id: workspaceId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict({ pay_rules_day: 'duplicate_pay_rule' }, insert)
  const data = await getPayRule(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'pay_rule.created', id, data }], now)
  return data
}

/**
 * Deletes a rule. The one before it counts again.
 * @throws AppError `pay_rule_not_found`
 */
export async function deletePayRule(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { workspaceId } = actor
  const data = await getPayRule(trx, workspaceId, id)
  await trx.deleteFrom('pay_rules').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'pay_rule.deleted', id, data }], now)
}
