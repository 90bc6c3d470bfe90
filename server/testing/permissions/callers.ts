import { randomUUID } from 'node:crypto'
import { createApiKey } from '#domain/api/api-keys.ts'
import { keyScopes, roles, type KeyScope, type Role } from '#domain/permissions.ts'
import { inAuthScope } from '../../db/connect.ts'
import { peopleOf } from '../people.ts'
import { rig } from '../rig.ts'
import type { testApp, TestMember } from '../test-app.ts'
import { keyLetters, peopleLetters, type Row } from './table.ts'

type Testing = Awaited<ReturnType<typeof testApp>>

/** Why somebody is not let in at all. */
export type Outside = { status: 401 | 403 | 404; code: string }

/** Somebody who calls, and the columns of the table that speak for them. */
export type Caller = {
  who: string
  token?: string
  /** Their own id, which names their folder in buckets. */
  id: string
  headers: Record<string, string>
  columns: string
  driverId?: string
  isApiKey?: boolean
  /** What they are told wherever a workspace is needed. */
  outside?: Outside
  /** Who is signed in, if only not to this workspace. */
  isPerson?: boolean
  isFully?: boolean
}

/** Whether a row of the table lets somebody in. */
export function isLetIn(row: Row, { columns, isPerson, isFully }: Caller): boolean {
  if (row === 'anybody') return true
  if (row === 'recipient') return false
  if (row === 'person') return isPerson === true
  if (row === 'fully') return isFully === true
  return [...columns].some((letter) => row.includes(letter))
}

/** Every letter in its place, so that a slip in the table is no permission. */
export const isWellFormed = (row: Row) =>
  ['anybody', 'recipient', 'person', 'fully'].includes(row) ||
  // The last two letters may be left out.
  (row.length >= `${peopleLetters} ${keyLetters}`.length - 2 &&
    row.length <= `${peopleLetters} ${keyLetters}`.length &&
    [...`${peopleLetters} ${keyLetters}`]
      .slice(0, row.length)
      .every((letter, place) => row[place] === letter || (letter !== ' ' && row[place] === '-')))

/** What this caller is told when the row refuses. */
export function refusalOf(row: Row, caller: Caller): Outside {
  // Who somebody is does not count there, only the link.
  if (row === 'recipient') return { status: 404, code: 'tracking_link_ended' }
  if (row === 'person' || row === 'fully') {
    if (caller.isApiKey) return { status: 403, code: 'not_for_api_keys' }
    if (caller.isPerson) return { status: 403, code: 'second_factor_required' }
    return { status: 401, code: caller.outside?.code === 'session_ended' ? 'session_ended' : 'not_signed_in' }
  }
  if (caller.outside) return caller.outside
  const isForNoKey = caller.isApiKey && / -+$/.test(row)
  const code = isForNoKey ? 'not_for_api_keys' : caller.isApiKey ? 'api_key_scope' : 'not_allowed'
  return { status: 403, code }
}

/** Everybody who may try: every role, keys, and those who are outside in one way or another. */
export async function makeCallers(testing: Testing, workspaceId: string, owner: TestMember): Promise<Caller[]> {
  const { deps, as, makeMember, signToken } = testing
  const { anotherSession, addFactor } = peopleOf(testing)

  const drive = (userId: string) =>
    rig(deps.db, workspaceId, async (trx) => {
      const { id } = await trx
        .insertInto('drivers')
        .values({ workspace_id: workspaceId, name: `Driver ${userId}`, user_id: userId } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  const signedIn = ({ token, userId }: TestMember) => ({
    id: userId,
    token,
    headers: {},
    isPerson: true,
    isFully: true,
  })
  const member = async (role: Role, isDriving = false): Promise<Caller> => {
    const made = await makeMember({ workspaceId, role })
    const columns = (isDriving ? ['driver', role] : [role]).map((each) => peopleLetters[roles.indexOf(each as Role)])
    return {
      who: isDriving && role !== 'driver' ? `a ${role} who drives` : `a member with the role ${role}`,
      ...signedIn(made),
      columns: columns.join(''),
      ...(isDriving && { driverId: await drive(made.userId) }),
    }
  }
  const key = async (scopes: KeyScope[], columns: string): Promise<Caller> => {
    const { body } = await as(owner).call(createApiKey, { body: { name: columns, scopes } })
    return {
      who: `an API key (${scopes.join(', ')})`,
      id: body.id,
      token: body.secret,
      headers: {},
      columns,
      isApiKey: true,
    }
  }
  const outside = (who: string, made: TestMember, refusal: Outside, more: Partial<Caller> = {}): Caller => ({
    who,
    ...signedIn(made),
    columns: '',
    outside: refusal,
    ...more,
  })

  const removed = await makeMember({ workspaceId, role: 'owner' })
  await rig(deps.db, workspaceId, (trx) => trx.deleteFrom('members').where('user_id', '=', removed.userId).execute())
  const suspended = await makeMember({ workspaceId, role: 'owner' })
  await rig(deps.db, workspaceId, (trx) =>
    trx
      .updateTable('members')
      .set({ state: 'suspended', suspended_at: deps.now() })
      .where('user_id', '=', suspended.userId)
      .execute(),
  )
  const stranger = await makeMember()
  const half = await makeMember({ workspaceId, role: 'owner' })
  await addFactor(half)
  const gone = await anotherSession(await makeMember({ workspaceId, role: 'owner' }))
  await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.sessions').where('id', '=', gone.sessionId).execute())
  const revoked = await as(owner).call(createApiKey, { body: { name: 'Old', scopes: ['read'] } })
  await rig(deps.db, workspaceId, (trx) =>
    trx.updateTable('api_keys').set({ revoked_at: deps.now() }).where('id', '=', revoked.body.id).execute(),
  )
  const strangersKey = await as(stranger).call(createApiKey, { body: { name: 'Theirs', scopes: ['read'] } })
  const here = { 'karta-workspace': workspaceId }
  const noWorkspace = { status: 403, code: 'no_workspace' } as const
  const asKey = { isApiKey: true, isPerson: false, isFully: false }
  return [
    ...(await Promise.all(roles.map((role) => member(role, role === 'driver')))),
    await member('viewer', true),
    await member('client', true),
    ...(await Promise.all(keyScopes.map((scope, place) => key([scope], keyLetters[place]!)))),
    await key([...keyScopes], keyLetters),
    {
      who: 'nobody',
      id: randomUUID(),
      headers: {},
      columns: '',
      outside: { status: 401, code: 'not_signed_in' },
    },
    outside(
      'somebody whose session has ended',
      gone,
      { status: 401, code: 'session_ended' },
      { isPerson: false, isFully: false },
    ),
    outside(
      'an owner without the second factor',
      half,
      { status: 403, code: 'second_factor_required' },
      { isFully: false },
    ),
    outside('a suspended owner', suspended, { status: 403, code: 'member_suspended' }),
    outside('somebody who was removed', removed, noWorkspace),
    outside('an owner of another workspace who names this one', stranger, noWorkspace, { headers: here }),
    outside(
      'a revoked API key',
      { ...owner, token: revoked.body.secret },
      { status: 401, code: 'api_key_revoked' },
      asKey,
    ),
    outside(
      'an API key of another workspace that names this one',
      { ...stranger, token: strangersKey.body.secret },
      noWorkspace,
      { ...asKey, headers: here },
    ),
    outside(
      'somebody with a forged token',
      { ...owner, token: signToken(owner).replace(/.{8}$/, 'AAAAAAAA') },
      { status: 401, code: 'not_signed_in' },
      { isPerson: false, isFully: false },
    ),
  ]
}
