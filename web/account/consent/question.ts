import type { AppScope } from '#domain/oauth/scopes.ts'
import { answerApp, authClient } from '#web/lib/session.ts'
import { sentenceFor } from '../sentences.ts'

/** A workspace that the app may be let into, and what it could do there. */
export type Place = { id: string; name: string; scopes: AppScope[]; needs_second_factor: boolean }

/** What an app asks for. */
export type Question = {
  authorization_id: string
  redirect_uri: string
  client: { id: string; name: string; uri: string; logo_uri: string }
  user: { id: string; email: string }
  scope: string
  /** Who added the app; null if it registered itself. */
  registered_by: string | null
  workspaces: Place[]
}

/** Why a question cannot be answered. */
export class NoQuestion extends Error {
  readonly isOver: boolean

  constructor(message: string, isOver: boolean) {
    super(message)
    this.isOver = isOver
  }
}

/**
 * Reads what an app asks for. Somebody who allowed the same before is sent on at once.
 * @throws NoQuestion
 */
export async function readQuestion(id: string): Promise<Question | 'sent on'> {
  const { auth } = await authClient()
  const { data, error } = await auth.oauth.getAuthorizationDetails(id)
  if (error) throw new NoQuestion(sentenceFor(error), error.status === 404)
  if ('redirect_url' in data) {
    window.location.replace(data.redirect_url)
    return 'sent on'
  }
  return data as unknown as Question
}

/** Sends the person's answer, and the person back to the app. Resolves to a sentence if that fails. */
export async function answer(
  { authorization_id: id }: Question,
  action: 'approve' | 'deny',
  workspaceId?: string,
): Promise<string | undefined> {
  const { redirectUrl, error } = await answerApp(id, { action, workspace_id: workspaceId }).catch(
    (failure: unknown) => {
      console.warn('The answer was not sent:', failure)
      return { redirectUrl: undefined, error: { name: 'AuthRetryableFetchError', message: '' } }
    },
  )
  if (error) return sentenceFor(error)
  window.location.assign(redirectUrl!)
  return undefined
}

/** What the app may do in a workspace, and what it learns of the person. */
export function allowedIn({ scope }: Question, place: Place): AppScope[] {
  const asked = scope.split(' ') as AppScope[]
  const person = asked.filter((each) => each === 'profile' || each === 'email')
  return [...place.scopes, ...person]
}
