import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'
import { openEntries, readEntry } from './entry.ts'

const { deps, makeMember } = await testApp()

test('those who come together are each told the same as one who comes alone, and one bad call hurts nobody else', async () => {
  const [ann, ben] = [await makeMember(), await makeMember({ role: 'driver' })]
  const ended = { ...ann, sessionId: randomUUID() }
  const stranger = { ...ben, workspaceId: ann.workspaceId }
  const coming = [ann, ben, ended, stranger, ann].map(({ userId, sessionId, workspaceId }) => ({
    userId,
    sessionId,
    wanted: workspaceId,
  }))
  const alone = await Promise.all(coming.map((each) => inTransaction(deps.db, (trx) => readEntry(trx, each))))
  expect(alone.map((entry) => entry && [entry.workspace_id, entry.role])).toEqual([
    [ann.workspaceId, 'owner'],
    [ben.workspaceId, 'driver'],
    undefined,
    [null, null],
    [ann.workspaceId, 'owner'],
  ])
  const read = openEntries(deps.db)
  const together = await Promise.all(coming.map(read))
  expect(together.map((entry) => entry && { ...entry, place: undefined })).toEqual(
    alone.map((entry) => entry && { ...entry, place: undefined }),
  )
  const [bad, good] = await Promise.allSettled([read({ ...coming[0]!, wanted: 'nonsense' }), read(coming[1]!)])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})
