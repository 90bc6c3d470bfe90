import { expect, test } from 'vitest'
import { CallError } from '#web/lib/call.ts'
import { saveFields, type Ask } from './save-fields.ts'

type Settings = { version: number; start: string; end: string; zone: string }
const opened: Settings = { version: 1, start: '09:00', end: '17:00', zone: 'UTC' }

/** Saves while the server already has `stored`. */
async function save(entered: Partial<Settings>, stored: Settings, ask: Ask<Settings> = async () => []) {
  const sent: Partial<Settings>[] = []
  const saved = await saveFields(
    opened,
    entered,
    async (change, version) => {
      sent.push(change)
      if (version === stored.version) return { ...stored, ...change, version: version + 1 }
      throw new CallError({ code: 'version_conflict', title: 'No.', status: 412, current: stored })
    },
    ask,
  )
  return { sent, saved }
}

test('only what was changed is sent, and what somebody else changed stays', async () => {
  const entered = { start: '08:00', end: '17:00', zone: 'UTC' }
  const { sent, saved } = await save(entered, { ...opened, version: 2, end: '18:00' })
  expect(sent).toEqual([{ start: '08:00' }, { start: '08:00' }])
  expect(saved).toEqual({ version: 3, start: '08:00', end: '18:00', zone: 'UTC' })
})

test('the person decides about a field that both changed', async () => {
  const entered = { start: '08:00', end: '16:00' }
  const stored = { ...opened, version: 2, start: '07:00', end: '18:00' }
  expect((await save(entered, stored, async () => ['end'])).saved).toMatchObject({ start: '08:00', end: '18:00' })
  expect(await save(entered, stored, async () => undefined)).toMatchObject({ saved: undefined, sent: [entered] })
})

test('nothing is sent if nothing was changed', async () => {
  expect(await save({ start: '09:00' }, opened)).toEqual({ sent: [], saved: opened })
})
