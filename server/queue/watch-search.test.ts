import { expect, test } from 'vitest'
import { startOperation } from '../testing/optimizing.ts'
import { rig } from '../testing/rig.ts'
import { testApp } from '../testing/test-app.ts'
import { claimTurn, type Turn } from './turns.ts'
import { isSlowSearch, watchSearch } from './watch-search.ts'

const { as, deps, makeMember } = await testApp()
const { db, observer, now } = deps
const lines: Record<string, unknown>[] = []
observer.writeTo((fields, text) => void (text === 'slow search' && lines.push({ ...fields, text })))

/** A search that was asked for so long ago, and whose turn has come. */
async function turnAfter(seconds: number): Promise<Turn> {
  const owner = await makeMember()
  const { id } = await startOperation(as, owner, { seconds: 2 })
  await rig(db, owner.workspaceId, (trx) =>
    trx
      .updateTable('operations')
      .set({ created_at: new Date(now().getTime() - seconds * 1000) } as never)
      .where('id', '=', id)
      .execute(),
  )
  const turn = await claimTurn(db, ['shared', 'first', 'short'], [{ kind: 'operation' }], now())
  expect(turn?.id).toBe(id)
  return turn!
}

test('a search is slow when it waits or takes more than twice its limit and half a minute', () => {
  expect(isSlowSearch({ limit: 30, waited: 90, took: 90 })).toBe(false)
  expect(isSlowSearch({ limit: 30, waited: 91, took: 0 })).toBe(true)
  expect(isSlowSearch({ limit: 30, waited: 0, took: 91 })).toBe(true)
  expect(isSlowSearch({ limit: 600, waited: 700, took: 700 })).toBe(false)
})

test('a search that waited for long is told by its id, and one that did not is only counted', async () => {
  const { signal } = new AbortController()
  await watchSearch(deps, await turnAfter(1), signal, async () => {})
  expect(lines).toEqual([])
  const turn = await turnAfter(120)
  const failing = watchSearch(deps, turn, signal, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  const told = { operation: turn.id, waited_seconds: 120, took_seconds: 0, limit_seconds: 2, text: 'slow search' }
  expect(lines).toEqual([told])
  const metrics = await observer.meters.registry.metrics()
  expect(metrics).toContain('karta_slow_searches_total{kind="operation"} 1')
  expect(metrics).toContain('karta_search_wait_seconds_count{kind="operation"} 2')
  expect(metrics).toContain('karta_search_duration_seconds_count{kind="operation",outcome="done"} 1')
  expect(metrics).toContain('karta_search_duration_seconds_count{kind="operation",outcome="failed"} 1')
})

test('a second turn does not count its wait again', async () => {
  lines.splice(0)
  const turn = { ...(await turnAfter(120)), attempts: 2 }
  await watchSearch(deps, turn, new AbortController().signal, async () => {})
  expect(lines).toEqual([])
})
