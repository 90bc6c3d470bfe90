import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { changeRecord } from './change-record.ts'

type Driver = { version: number; name: string; active: boolean }

const opened: Driver = { version: 1, name: 'Budi', active: true }

/** Deactivates the driver as it was opened, while the server has it as `current`. */
async function deactivate(current: Driver) {
  const sent: number[] = []
  const done = await changeRecord(opened, { active: false }, async (version) => {
    sent.push(version)
    if (version === current.version) return 'made'
    throw new CallError({ code: 'version_conflict', title: 'No.', status: 412, current })
  }).catch((error: CallError) => error.code)
  return { done, sent }
}

test('a change is made on the new version if somebody changed something else', async () => {
  expect(await deactivate({ ...opened, version: 3, name: 'Budi S' })).toEqual({ done: 'made', sent: [1, 3] })
  expect(await deactivate({ ...opened, version: 2, active: false })).toEqual({ done: 'made', sent: [1, 2] })
})

test('a change is not made if somebody changed the same to something else', async () => {
  const sent: number[] = []
  const move = changeRecord({ version: 1, day: 'Monday' }, { day: 'Tuesday' }, async (version) => {
    sent.push(version)
    throw new CallError({ code: 'version_conflict', title: 'No.', status: 412, current: { version: 2, day: 'Friday' } })
  })
  await expect(move).rejects.toMatchObject({ code: 'version_conflict' })
  expect(sent).toEqual([1])
})

test('other refusals are not tried again', async () => {
  const refused = new CallError({ code: 'driver_not_found', title: 'No.', status: 404 })
  let calls = 0
  const change = changeRecord(opened, { active: false }, () => {
    calls++
    return Promise.reject(refused)
  })
  await expect(change).rejects.toBe(refused)
  expect(calls).toBe(1)
})
