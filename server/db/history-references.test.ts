import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDelivery } from '#domain/api/deliveries.ts'
import { testApp } from '../testing/test-app.ts'
import { inWorkspace, openPool } from './connect.ts'

const { as, databaseUrl, deps, makeMember } = await testApp()

async function makeDelivery(member: Awaited<ReturnType<typeof makeMember>>): Promise<string> {
  const body = { delivery_address: 'Jl. Kenanga 1', scheduled_date: '2026-03-16' }
  return (await as(member).call(createDelivery, { body })).body.id
}

const append = (workspaceId: string, deliveryId: string) =>
  inWorkspace(deps.db, workspaceId, (trx) =>
    sql`insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, hash)
      values (${workspaceId}, ${deliveryId}, 2, 99, 'updated', now(), 'h')`.execute(trx),
  )

test('no history is begun of a delivery that is not there, or is another workspace’s', async () => {
  const member = await makeMember()
  const stranger = await makeMember()
  const id = await makeDelivery(member)
  await expect(append(member.workspaceId, stranger.workspaceId)).rejects.toThrow(/delivery_events refers to nothing/)
  await expect(append(stranger.workspaceId, id)).rejects.toThrow(/delivery_events refers to nothing/)
  await append(member.workspaceId, id)
})

test('no event is written without its batch', async () => {
  const { workspaceId } = await makeMember()
  const write = inWorkspace(deps.db, workspaceId, (trx) =>
    sql`insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, data, previous, actor_kind, actor_name, at)
      values (${workspaceId}, 999999, 1, 'driver.created', 'driver', ${workspaceId}, '{}', '{}', 'system', 'N', now())`.execute(
      trx,
    ),
  )
  await expect(write).rejects.toThrow(/events refers to nothing/)
})

test('a workspace takes its histories and events along, and a delivery that goes alone does not', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const id = await makeDelivery(member)
  const owner = openPool(databaseUrl, { onError: () => {} })
  const left = async () => {
    const { rows } = await owner.query<{ left: number }>(
      `select (select count(*) from delivery_events where workspace_id = $1) + (select count(*) from chain_heads where workspace_id = $1)
        + (select count(*) from events where workspace_id = $1) as left`,
      [workspaceId],
    )
    return Number(rows[0]!.left)
  }
  try {
    await expect(owner.query('delete from deliveries where id = $1', [id])).rejects.toThrow(/delivery_events/)
    expect(await left()).toBeGreaterThan(2)
    await owner.query('delete from workspaces where id = $1', [workspaceId])
    expect(await left()).toBe(0)
  } finally {
    await owner.end()
  }
})
