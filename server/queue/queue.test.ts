import { afterAll, expect, test, vi } from 'vitest'
import { appRole } from '../db/app-role.ts'
import { openDb, openPool } from '../db/connect.ts'
import { makeDatabase } from '../testing/databases.ts'
import { openQueue } from './queue.ts'
import { locateDeliveries } from './tasks.ts'

const { url, drop } = await makeDatabase()
const pool = openPool(url, { role: appRole, onError: () => {} })
const db = openDb(pool)
afterAll(async () => {
  await pool.end()
  await drop()
})

const payload = { workspaceId: '00000000-0000-4000-8000-000000000001' }

test('a task runs once if its transaction commits, and never if that fails', async () => {
  const queue = await openQueue(pool, () => {})
  const done: string[] = []
  await queue.work(locateDeliveries, 1, async ({ workspaceId }) => void done.push(workspaceId))
  const failing = db.transaction().execute(async (trx) => {
    await queue.add(trx, locateDeliveries, payload)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const other = { workspaceId: '00000000-0000-4000-8000-000000000002' }
  await db.transaction().execute((trx) => queue.add(trx, locateDeliveries, other))
  await vi.waitFor(() => expect(done).toEqual([other.workspaceId]), { timeout: 10_000 })
  await queue.stop()
  expect(done).toEqual([other.workspaceId])
})

test('a failed task is tried again', async () => {
  const queue = await openQueue(pool, () => {})
  let attempts = 0
  await queue.work(locateDeliveries, 1, async () => {
    if (++attempts === 1) throw new Error('first attempt')
  })
  await db.transaction().execute((trx) => queue.add(trx, locateDeliveries, payload))
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 20_000 })
  await queue.stop()
})

test('stopping hands running tasks back, and the next queue takes them up', async () => {
  const first = await openQueue(pool, () => {})
  const events: string[] = []
  await first.work(locateDeliveries, 1, async (_task, { signal }) => {
    events.push('started')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await db.transaction().execute((trx) => first.add(trx, locateDeliveries, payload))
  await vi.waitFor(() => expect(events).toEqual(['started']), { timeout: 10_000 })
  await first.stop()

  const second = await openQueue(pool, () => {})
  await second.work(locateDeliveries, 1, async () => void events.push('finished'))
  await vi.waitFor(() => expect(events).toEqual(['started', 'finished']), { timeout: 20_000 })
  await second.stop()
})
