import { sql } from 'kysely'
import type { VroomInput } from '#solver/index.ts'
import * as api from '#domain/api/optimize.ts'
import type { OperationSummary } from '#domain/schema/operation.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { type Db } from '../db/connect.ts'
import type { testApp, TestMember } from './test-app.ts'
import { rig } from './rig.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** A problem with this many jobs around one depot. */
export function problemOf(jobs: number, vehicles = 1): VroomInput {
  return {
    vehicles: Array.from({ length: vehicles }, (_, i) => ({ id: i + 1, start: [106.8, -6.2], end: [106.8, -6.2] })),
    jobs: Array.from({ length: jobs }, (_, i) => ({
      id: i + 1,
      location: [106.8 + ((i * 37) % 101) / 1000, -6.2 + ((i * 53) % 97) / 1000],
    })),
  }
}

/** Sets the tier of a workspace whose trial is over. */
export async function setTier(db: Db, workspaceId: string, tier: Workspace['tier']): Promise<void> {
  await rig(db, workspaceId, (trx) =>
    sql`update workspaces set tier = ${tier}, trial_ends_at = '2020-01-01'`.execute(trx),
  )
}

/** Sends a problem that is solved later, and returns the operation. */
export async function startOperation(
  as: App['as'],
  member: TestMember,
  { jobs = 8, seconds = 1, headers = {} }: { jobs?: number; seconds?: number; headers?: Record<string, string> } = {},
): Promise<OperationSummary> {
  const reply = await as(member).call(api.optimize, {
    body: problemOf(jobs) as never,
    query: { time_limit_seconds: seconds },
    headers: { prefer: 'respond-async', ...headers },
  })
  if (reply.status !== 202) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as unknown as OperationSummary
}

/** Reads an operation again and again until `isThere` accepts it. */
export async function untilOperation(
  as: App['as'],
  member: TestMember,
  id: string,
  isThere: (operation: OperationSummary) => boolean,
) {
  for (;;) {
    const { body } = await as(member).call(api.getOperation, { params: { id } })
    if (isThere(body)) return body
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

export const isOver = ({ finished_at }: OperationSummary) => finished_at !== null
export const isSearching = ({ status, progress }: OperationSummary) => status === 'running' && progress !== null
