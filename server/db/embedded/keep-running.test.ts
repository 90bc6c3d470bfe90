import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** A database that ends when told to, and starts only while `starts` says so. */
function keptDouble(starts = true) {
  const state = { starts, clock: 0, pauses: [] as number[], lines: [] as string[], gaveUp: '' }
  let end: (why: string) => void = () => {}
  const kept = keepRunning(
    {
      onUnexpectedExit: (listener) => void (end = listener),
      restart: async () => {
        if (!state.starts) throw new Error('no space is left.')
      },
    },
    {
      log: (line) => state.lines.push(line),
      giveUp: (why) => void (state.gaveUp = why),
      wait: async (milliseconds) => state.pauses.push(milliseconds),
      now: () => state.clock,
    },
  )
  return { state, kept, end: () => end('PostgreSQL ended by itself') }
}

test('a database that ends is started again, more slowly each time that this does not last', async () => {
  const { state, kept, end } = keptDouble()
  for (const times of [1, 2, 3]) {
    end()
    await expect.poll(kept.restarts).toBe(times)
  }
  state.clock += 60_000
  end()
  await expect.poll(kept.restarts).toBe(4)
  expect(state.pauses).toEqual([100, 200, 400, 100])
  expect(state.lines.at(-1)).toBe('The database runs again.')
})

test('after many failures in a row, it gives up and says so', async () => {
  const { state, kept, end } = keptDouble(false)
  end()
  await expect.poll(() => state.gaveUp).toMatch(/could not be started again 20 times in a row/)
  expect(state.pauses).toHaveLength(20)
  expect(Math.max(...state.pauses)).toBe(30_000)
  expect(kept.restarts()).toBe(0)
})

test('once let go, it is not started again', async () => {
  const { state, kept, end } = keptDouble()
  await kept.letGo()
  end()
  await kept.letGo()
  expect([kept.restarts(), state.lines]).toEqual([0, []])
})
