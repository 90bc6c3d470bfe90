import { sql } from 'kysely'
import { readReply } from '#domain/notifications/replies.ts'
import { inOneStatement, inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { raiseAlert } from '../alerts/commands.ts'
import { replyAlertKey, resumeTexts, suppress } from '../notifications/commands.ts'

type Reply = { id: string; from: string; text: string }

const byRecipient = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Recipient' })

/** So long after a text, what comes from its number is an answer to it. */
const answeredWithinMs = 30 * 86_400_000
const mostCharacters = 2000

/**
 * Takes what a recipient wrote. It belongs to the delivery of the newest text to that number. STOP and START hold for every
 * workspace whose texts they got: all of them come from the same number. What nobody asked for is dropped.
 */
export async function takeReply(deps: Pick<Deps, 'db' | 'now'>, { id, from, text }: Reply): Promise<void> {
  const { db, now } = deps
  const number = from.startsWith('+') ? from : `+${from}`
  const since = new Date(now().getTime() - answeredWithinMs)
  const { rows } = await sql<{ workspace_id: string; delivery_id: string }>`
    select workspace_id, delivery_id from workspaces_that_texted(${number}, ${since})`.execute(inOneStatement(db))
  const wish = readReply(text)
  for (const [index, { workspace_id, delivery_id }] of rows.entries()) {
    await inWorkspace(db, workspace_id, async (trx) => {
      const at = now()
      if (wish === 'stop')
        await suppress(trx, byRecipient(workspace_id), { channel: 'sms', address: number, reason: 'stop_reply' }, at)
      if (wish === 'start') await resumeTexts(trx, byRecipient(workspace_id), number, at)
      if (index === 0)
        await keepReply(
          trx,
          workspace_id,
          { deliveryId: delivery_id, number, text, reference: id },
          wish === undefined,
          at,
        )
    })
  }
}

type Kept = { deliveryId: string; number: string; text: string; reference: string }

/** The provider may call twice: a reply is kept once. STOP and START need nobody's attention. */
async function keepReply(
  trx: Trx,
  workspaceId: string,
  { deliveryId, number, text, reference }: Kept,
  needsAttention: boolean,
  now: Date,
): Promise<void> {
  const added = await trx
    .insertInto('notification_replies')
    .values({
      workspace_id: workspaceId,
      delivery_id: deliveryId,
      sender: number,
      body: text
        .replace(/[\u0000-\u0008\u000b-\u001f]/g, ' ')
        .toWellFormed()
        .slice(0, mostCharacters),
      provider_reference: reference.slice(0, 200),
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'provider_reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  const delivery = await trx
    .selectFrom('deliveries')
    .select(['number', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  const told = await trx
    .selectFrom('notifications')
    .select(['id', 'delivery_id', 'event', 'channel', 'state', 'failure', 'segments', 'cost', 'sent_at', 'ended_at'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('recipient', '=', number)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (told) {
    const data = { ...told, depot_id: delivery.depot_id }
    await appendEvents(trx, byRecipient(workspaceId), [{ type: 'notification.answered', id: told.id, data }], now)
  }
  if (!needsAttention) return
  const sentence = `The recipient of delivery ${delivery.number} answered by text.`
  const about = { kind: 'recipient_reply', severity: 'medium', key: replyAlertKey(deliveryId) } as const
  await raiseAlert(trx, workspaceId, { ...about, sentence, delivery_id: deliveryId }, now)
}

/** Ends emails to whoever has the link. Undefined if nobody's email had it. */
export async function unsubscribe(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<true | undefined> {
  const found = await findLink(deps, token)
  if (!found) return undefined
  const { workspace_id: workspaceId, id } = found
  await inWorkspace(deps.db, workspaceId, async (trx) => {
    const row = await trx
      .selectFrom('notifications')
      .select('recipient')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row?.recipient) return
    const suppressed = { channel: 'email', address: row.recipient, reason: 'unsubscribed' } as const
    await suppress(trx, byRecipient(workspaceId), suppressed, deps.now())
  })
  return true
}

/** Whose email a link was in. */
export async function findLink({ db }: Pick<Deps, 'db'>, token: string) {
  if (!/^[\w-]{24}$/.test(token)) return undefined
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from workspace_of_unsubscribe(${token})`.execute(inOneStatement(db))
  return rows[0]
}
