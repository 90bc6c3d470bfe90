import { randomUUID } from 'node:crypto'
import type { Role } from '#domain/permissions.ts'
import { inAuthScope, inWorkspace } from '../db/connect.ts'
import type { testApp, TestMember } from './test-app.ts'
import { rig } from './rig.ts'

/** Gives people more sessions, second factors and workspaces. */
export function peopleOf({ deps, makeMember, signToken }: Awaited<ReturnType<typeof testApp>>) {
  const { db } = deps
  /** After whatever the database has just dated, which is finer than our clock: the first workspace stays the first. */
  const soon = () => new Date(deps.now().getTime() + 1)

  type SessionOptions = { aal?: 'aal1' | 'aal2'; createdAt?: Date; userAgent?: string; ip?: string }

  return {
    /** Signs the person in on another device. */
    async anotherSession(member: TestMember, options: SessionOptions = {}): Promise<TestMember> {
      const sessionId = randomUUID()
      await inAuthScope(db, (trx) =>
        trx
          .insertInto('auth.sessions')
          .values({
            id: sessionId,
            user_id: member.userId,
            aal: options.aal ?? 'aal1',
            amr: '[]',
            user_agent: options.userAgent ?? null,
            ip: options.ip ?? null,
            created_at: options.createdAt ?? deps.now(),
          })
          .execute(),
      )
      return { ...member, sessionId, token: signToken({ ...member, sessionId }) }
    },

    /** Gives the person a second factor, which no session of theirs has used yet. */
    addFactor: (member: TestMember, status: 'verified' | 'unverified' = 'verified') =>
      inAuthScope(db, (trx) =>
        trx
          .insertInto('auth.factors')
          .values({
            user_id: member.userId,
            factor_type: 'totp',
            status,
            friendly_name: 'Phone',
            phone: null,
            secret: Buffer.from('sealed secret'),
            credential: null,
            last_step: null,
            created_at: deps.now(),
            updated_at: deps.now(),
          })
          .execute(),
      ),

    /** Makes the person a member of somebody else's workspace too. */
    join: (member: TestMember, workspaceId: string, role: Role, since: Date = soon()) =>
      rig(db, workspaceId, (trx) =>
        trx
          .insertInto('members')
          .values({ workspace_id: workspaceId, user_id: member.userId, role, name: member.email, created_at: since })
          .execute(),
      ),

    /** Makes another workspace that the person owns alone, and returns its id. */
    async foundAnother(member: TestMember): Promise<string> {
      const { workspaceId, userId } = await makeMember()
      await rig(db, workspaceId, (trx) =>
        trx
          .updateTable('members')
          .set({ user_id: member.userId, created_at: soon() })
          .where('user_id', '=', userId)
          .execute(),
      )
      return workspaceId
    },

    membersOf: (workspaceId: string) =>
      inWorkspace(db, workspaceId, (trx) =>
        trx.selectFrom('members').select(['user_id', 'role']).orderBy('created_at').execute(),
      ),
  }
}
