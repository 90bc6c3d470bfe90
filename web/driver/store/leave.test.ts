import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { driverDay, idOf } from '../testing/driver-day.ts'
import { keep, keepDraft, openDatabase, read, readDraft } from './database.ts'
import { leavePhone } from './leave.ts'
import { exportLog, unsentEntries, writeEntry, type Action } from './log.ts'

const now = () => Date.parse('2026-03-16T03:00:00Z')
const departed: Action<'departed'> = { kind: 'departed', data: { stop_id: idOf(1), delivery_id: idOf(101) } }

/** All tests of a process share its databases, so each has drivers of its own. */
async function worked(user: string) {
  const db = await openDatabase(user, 'workspace')
  await keep(db, 'day', { day: driverDay(), etag: null, read_at: now() })
  await keep(db, 'changes', [{ kind: 'added', names: ['Ibu Rina'] }])
  await keepDraft(db, 'end', { note: 'with the neighbor' })
  return { db, kept: await writeEntry(db, departed, now) }
}

test('whoever signs out with unsent entries finds them again, and nothing else; another driver sees none of it', async () => {
  const { db, kept } = await worked('leaving budi')
  await leavePhone(db, { waits: true })
  const [again, other] = await Promise.all(
    ['leaving budi', 'leaving siti'].map((user) => openDatabase(user, 'workspace')),
  )
  expect((await unsentEntries(again!)).map(({ id }) => id)).toEqual([kept.id])
  expect([await read(again!, 'day'), await read(again!, 'changes'), await readDraft(again!, 'end')]).toEqual(
    Array(3).fill(undefined),
  )
  expect(await unsentEntries(other!)).toEqual([])
  // The log goes on where it was.
  const next = await writeEntry(again!, departed, now)
  expect([next.entry.sequence, next.entry.previous_hash]).toEqual([2, kept.entry.hash])
})

test('whoever signs out with nothing to send leaves nothing behind', async () => {
  const { db } = await worked('leaving agus')
  await leavePhone(db, { waits: false })
  const again = await openDatabase('leaving agus', 'workspace')
  expect([await read(again, 'day'), await read(again, 'device'), await again.count('entries')]).toEqual([
    undefined,
    undefined,
    0,
  ])
})

test('the log of a phone can be saved as a file, with what was not sent and the key that proves it', async () => {
  const { db, kept } = await worked('leaving dewi')
  const file = JSON.parse(await (await exportLog(db)).text())
  expect(file).toMatchObject({ format: 'karta road log 1', entries: [{ ...kept.entry, result: null }] })
  expect(file.device).toMatchObject({ id: kept.entry.device_id, public_key: { kty: 'EC', crv: 'P-256' } })
})
