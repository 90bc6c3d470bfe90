import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { decodeJwt } from 'jose'
import { may } from '#domain/permissions.ts'
import { inTransaction, setWorkspace } from '#server/db/connect.ts'
import { writeCursor } from '#server/features/audit/rules.ts'
import { enterWorkspace } from '#server/http/callers/member.ts'
import { fillTeam } from '../measure/large-team.ts'
import { runApp, send } from '../measure/running-app.ts'

/*
 * How long the pages of a large team take: a workspace with 2,000 members and 5,000,000 entries in its audit log. And what it
 * costs a request to find out what its caller may do.
 */
const given = parseArgs({
  options: { members: { type: 'string', default: '2000' }, entries: { type: 'string', default: '5000000' } },
}).values
const members = Number(given.members)
const entries = Number(given.entries)
const goalMs = 200
const rounds = 100

const app = await runApp()
try {
  const { workspaceId, token } = await app.makeOwner()
  const startedAt = performance.now()
  const { userIds, recordIds, oldest, newest } = await app.asOwner((owner) =>
    fillTeam(owner, { workspaceId, members, entries, say: console.log }),
  )
  await app.settle()
  console.log(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

  const pick = <T>(from: T[], round: number) => from[(round * 7919) % from.length]!
  const at = (share: number) => new Date(oldest.getTime() + share * (newest.getTime() - oldest.getTime()))
  const day = (round: number) => {
    const from = at((round % rounds) / rounds)
    return `from=${from.toISOString().slice(0, 10)}&to=${from.toISOString().slice(0, 10)}`
  }
  const actions = ['delivery.updated', 'delivery.status_changed', 'plan.approved', 'session.began', 'member.updated']
  const deep = (round: number) => {
    const share = 1 - (round % rounds) / rounds
    return writeCursor({ at: at(share).toISOString(), number: Math.round(share * entries) })
  }

  await measure('members, first page', () => '/v1/members?limit=50')
  await measure('members, by name', (round) => `/v1/members?limit=50&q=member%20${round}`)
  await measure('members, by role', () => '/v1/members?limit=50&role=driver')
  await measure('audit, newest', () => '/v1/audit?limit=50')
  await measure('audit, by who', (round) => `/v1/audit?limit=50&actor=${pick(userIds, round)}`)
  await measure('audit, by record', (round) => `/v1/audit?limit=50&record=${pick(recordIds, round)}`)
  await measure('audit, by action', (round) => `/v1/audit?limit=50&action=${pick(actions, round)}`)
  await measure('audit, by a rare action', () => '/v1/audit?limit=50&action=api_key.revoked')
  await measure('audit, by day', (round) => `/v1/audit?limit=50&${day(round)}`)
  await measure(
    'audit, by who, action and day',
    (round) => `/v1/audit?limit=50&actor=${pick(userIds, round)}&action=${pick(actions, round)}&${day(round)}`,
  )
  await measure('audit, deep cursor', (round) => `/v1/audit?limit=50&cursor=${encodeURIComponent(deep(round))}`)
  await measurePermission()

  /** One request after the other, as one person reads. */
  async function measure(what: string, path: (round: number) => string): Promise<void> {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await send(app.url + path(round), token, 'GET')
      times.push(performance.now() - began)
    }
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    const verdict = p95 < goalMs ? '' : `  slower than ${goalMs} ms`
    console.log(`${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${verdict}`)
  }

  /**
   * The same transaction with the check and without it: entering the workspace as a member, with the role and its rights, and
   * just setting the workspace. In turns, so that both meet the same machine.
   */
  async function measurePermission(): Promise<void> {
    const { sub, session_id, email } = decodeJwt(token) as Record<string, string>
    const claims = { userId: sub!, sessionId: session_id!, email: email! } as Parameters<typeof enterWorkspace>[1]
    const withCheck: number[] = []
    const without: number[] = []
    for (let round = 0; round < 2000; round++) {
      withCheck.push(
        await timeOf(() =>
          inTransaction(app.deps.db, async (trx) => {
            const actor = await enterWorkspace(trx, claims, null)
            if (!may(actor, 'manage_workspace')) throw new Error('The owner may manage the workspace')
          }),
        ),
      )
      const identity = { role: 'owner', person: randomUUID() } as const
      without.push(await timeOf(() => inTransaction(app.deps.db, (trx) => setWorkspace(trx, workspaceId, identity))))
    }
    const [full, bare] = [quantile(withCheck, 0.5), quantile(without, 0.5)]
    const [full95, bare95] = [quantile(withCheck, 0.95), quantile(without, 0.95)]
    const began = performance.now()
    for (let round = 0; round < 1_000_000; round++) may({ role: 'viewer', driverId: 'd' }, 'work_own_route')
    const nanoseconds = performance.now() - began
    console.log(
      `permission check: ${(full - bare).toFixed(2)} ms at p50 and ${(full95 - bare95).toFixed(2)} ms at p95 more than a transaction without it (${bare.toFixed(2)} ms); of it ${nanoseconds.toFixed(0)} ns in the table of permissions`,
    )
  }
} finally {
  await app.stop()
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))]!
}
