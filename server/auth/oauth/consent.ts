import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, setWorkspace, type Trx } from '../../db/connect.ts'
import { appendEvents } from '../../events/append.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { sendNotice } from '../mails/send.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { withMembers } from '../protocol/redirects.ts'
import {
  loadAnswerer,
  openQuestion,
  placesFor,
  type Answerer,
  type Authorization,
  type Place,
} from './authorizations.ts'
import { refuseTo } from './authorize.ts'
import type { Client } from './clients.ts'
import { readGrant, toAppGrant } from './grants.ts'
import { hashOf, newSecret } from './secrets.ts'

/** How long a code may be traded for tokens. */
const codeLifeMs = 60_000

/** What the page shows of an app's question; or where to go if this person has allowed the same before. */
export function describeQuestion({ deps }: AuthContext, id: string, claims: JWTPayload) {
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadAnswerer(trx, claims, now)
    const { question, client } = await openQuestion(trx, id, person, now)
    const places = await placesFor(trx, person, question.scopes)
    const earlier = await allowedBefore(trx, { person, question, client, places })
    if (earlier) return { redirect_url: await giveCode(trx, deps, question, earlier, now) }
    return {
      authorization_id: question.id,
      redirect_uri: question.redirect_uri.split('?')[0]!,
      client: { id: client.id, name: client.name, uri: client.uri ?? '', logo_uri: client.logo_uri ?? '' },
      user: { id: person.user.id, email: person.user.email ?? '' },
      scope: question.scopes.join(' '),
      // What only our own page shows.
      registered_by: client.registration === 'dynamic' ? null : client.created_by_name,
      workspaces: places,
    }
  })
}

/**
 * The grant to use without asking again: everything was allowed before, in the only workspace there is. A public app is
 * asked for each time, since any program on the person's machine can say that it is one.
 */
async function allowedBefore(
  trx: Trx,
  { person, question, client, places }: { person: Answerer; question: Authorization; client: Client; places: Place[] },
): Promise<string | undefined> {
  const [place, another] = places
  if (client.auth_method === 'none' || !place || another || place.needs_second_factor) return undefined
  const grant = await trx
    .selectFrom('auth.oauth_grants')
    .select(['id', 'scopes'])
    .where('user_id', '=', person.user.id)
    .where('client_id', '=', client.id)
    .where('workspace_id', '=', place.id)
    .executeTakeFirst()
  return grant && question.scopes.every((scope) => grant.scopes.includes(scope)) ? grant.id : undefined
}

const Answer = z.object({ action: z.string().default(''), workspace_id: z.string().default('') })

/** Takes the person's answer. Returns the app's address, with a code or a refusal. */
export function answerQuestion(
  { deps }: AuthContext,
  id: string,
  claims: JWTPayload,
  body: unknown,
  origin: Origin,
): Promise<{ redirect_url: string }> {
  const { action, workspace_id } = readBody(Answer, body)
  if (action !== 'approve' && action !== 'deny') {
    throw new AuthError('validation_failed', 'action must be approve or deny')
  }
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadAnswerer(trx, claims, now)
    const { question, client } = await openQuestion(trx, id, person, now)
    if (action === 'deny') {
      await trx.deleteFrom('auth.oauth_authorizations').where('id', '=', question.id).execute()
      const refusal = {
        error: 'access_denied',
        error_description: 'The person did not allow it',
        state: question.state,
      }
      return { redirect_url: refuseTo(deps, question.redirect_uri, refusal) }
    }
    const place = choosePlace(await placesFor(trx, person, question.scopes), workspace_id)
    const grantId = await allow(trx, { person, question, place, now })
    await tell(trx, deps, { grantId, person, client, place, origin })
    return { redirect_url: await giveCode(trx, deps, question, grantId, now) }
  })
}

function choosePlace(places: Place[], wanted: string): Place {
  if (places.length === 0)
    throw new AuthError('validation_failed', 'You have no workspace where you may do what it asks')
  if (!wanted && places.length > 1) throw new AuthError('validation_failed', 'Choose a workspace: send workspace_id')
  const place = wanted ? places.find(({ id }) => id === wanted) : places[0]
  if (!place) throw new AuthError('validation_failed', 'workspace_id is not a workspace where you may do what it asks')
  if (place.needs_second_factor) throw new AuthError('insufficient_aal')
  return place
}

type Allowing = { person: Answerer; question: Authorization; place: Place; now: Date }

async function allow(trx: Trx, { person, question, place, now }: Allowing): Promise<string> {
  const allowed = { scopes: question.scopes, aal: person.aal, allowed_at: now }
  const { id } = await trx
    .insertInto('auth.oauth_grants')
    .values({ client_id: question.client_id, user_id: person.user.id, workspace_id: place.id, ...allowed })
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id', 'workspace_id']).doUpdateSet(allowed))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Told = { grantId: string; person: Answerer; client: Client; place: Place; origin: Origin }

async function tell(
  trx: Trx,
  deps: AuthContext['deps'],
  { grantId, person: { user }, client, place, origin }: Told,
): Promise<void> {
  const now = deps.now()
  const detail = { client_id: client.id, workspace_id: place.id }
  await audit(trx, { action: 'app_allowed', userId: user.id, origin, detail, now })
  await setWorkspace(trx, place.id)
  const grant = await readGrant(trx, grantId)
  const author = { workspaceId: place.id, userId: user.id, name: grant.member_name }
  await appendEvents(trx, author, [{ type: 'app_grant.allowed', id: grantId, data: toAppGrant(grant) }], now)
  await sendNotice(trx, deps, 'app-allowed', { user, values: { App: client.name, Workspace: place.name } })
}

/** Makes the code, which the app trades for tokens once. The row expires with the code until then. */
async function giveCode(
  trx: Trx,
  { keys }: Pick<AuthContext['deps'], 'keys'>,
  { id, redirect_uri, state }: Authorization,
  grantId: string,
  now: Date,
): Promise<string> {
  const code = newSecret()
  await trx
    .updateTable('auth.oauth_authorizations')
    .set({ grant_id: grantId, code_hash: hashOf(code), expires_at: new Date(now.getTime() + codeLifeMs) })
    .where('id', '=', id)
    .execute()
  return withMembers(redirect_uri, { code, ...(state !== null && { state }), iss: keys.issuer }, 'query')
}
