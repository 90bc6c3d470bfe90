import { acceptInvitation, joinAtOnce } from '#domain/api/invitations.ts'
import type { Accepted } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { authClient, signOut } from '#web/lib/session.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { forgetToken } from './kept-token.ts'
import { sentenceForJoining } from './words.ts'

/** Opens a workspace. The page is loaded anew, because it may have belonged to another person or workspace. */
export function open({ workspace_id }: Pick<Accepted, 'workspace_id'>): void {
  forgetToken()
  window.location.assign(inWorkspace('/dashboard', workspace_id))
}

/**
 * Accepts an invitation and opens its workspace. Resolves to the sentence to show if that fails.
 * @param onMember hears of somebody who was a member before, and has nothing to accept
 */
export async function acceptAndOpen(
  wanted: { token: string } | { id: string },
  invitedBy: string,
  onMember: (accepted: Accepted) => void = open,
): Promise<string | undefined> {
  try {
    const accepted = await call(acceptInvitation, { body: wanted })
    if (accepted.outcome === 'was_member') onMember(accepted)
    else open(accepted)
    return undefined
  } catch (error) {
    return sentenceForJoining(error, invitedBy)
  }
}

/** Signs this device in with a code or a text. Whoever was signed in here before is signed out. */
export async function joinAndOpen(token: string, invitedBy: string): Promise<string | undefined> {
  try {
    const joined = await call(joinAtOnce, { body: { token } })
    const { auth } = await authClient()
    if ((await auth.getSession()).data.session) await signOut()
    const { access_token, refresh_token } = joined.session
    const { error } = await auth.setSession({ access_token, refresh_token })
    if (error) return error.message
    open(joined)
    return undefined
  } catch (error) {
    return sentenceForJoining(error, invitedBy)
  }
}
