import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { SmsRefused } from '../../outside/sms-sender.ts'
import { sendInvitationText } from '../../queue/tasks.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { forgetInvitations, markFailed } from './commands.ts'
import { readInvitation } from './queries.ts'
import { invitationLink, invitationText, tokenOf } from './rules.ts'

/** A text may wait for a phone that is switched off. */
const validitySeconds = 14_400

const sweepEverySeconds = 6 * 3600

/**
 * Sends texts that invite drivers, and forgets invitations that ended long ago. A text that the provider refuses at the last
 * attempt says so on the invitation.
 */
export async function workOnInvitations(deps: Deps): Promise<void> {
  const { db, sms, config, keys, queue, now } = deps
  queue.every(sweepEverySeconds, () => forgetInvitations(db, now()))
  await queue.work(sendInvitationText, 2, async ({ workspaceId, invitationId }, { lastAttempt }) => {
    const { invitation, workspace } = await inWorkspace(db, workspaceId, async (trx) => ({
      invitation: await readInvitation(trx, workspaceId, invitationId, now()),
      workspace: await readWorkspace(trx, workspaceId),
    }))
    const { phone, state, role, note, invited_by: invitedBy, expires_at } = invitation
    if (!phone || state !== 'open' || workspace.sandbox_of) return
    const link = invitationLink(config.publicUrl, tokenOf(keys.secretKey, invitationId, 'sent'))
    const said = { link, workspace: workspace.name, invitedBy, role, note, expiresAt: new Date(expires_at) }
    try {
      if (!sms) throw new SmsRefused('this server cannot send texts')
      await sms.send(phone.replace('+', ''), invitationText(said), { validitySeconds })
    } catch (error) {
      if (!(error instanceof SmsRefused) || !lastAttempt) throw error
      const { message } = error
      await inWorkspace(db, workspaceId, (trx) => markFailed(trx, workspaceId, invitationId, message, now()))
    }
  })
}
