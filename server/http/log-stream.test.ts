import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logTo, takenWithin } from './log-stream.ts'

test('an output that nobody reads holds up neither the log nor the end, and keeps a bounded number of lines', async () => {
  const unread = new Writable({ write() {} })
  const log = logTo(unread)
  const line = 'x'.repeat(1024 * 1024)
  for (let i = 0; i < 20; i++) log.write(line)
  expect(unread.writableLength).toBe(8 * line.length)
  await takenWithin(unread, 10)
  unread.destroy(new Error('EPIPE'))
})

test('the end waits for the lines that are still being read', async () => {
  const lines: string[] = []
  const slow = new Writable({
    write: (line, _, next) => {
      setImmediate(() => {
        lines.push(String(line))
        next()
      })
    },
  })
  const log = logTo(slow)
  for (const line of ['one', 'two', 'three']) log.write(line)
  await takenWithin(slow, 60_000)
  expect(lines.slice(0, 3)).toEqual(['one', 'two', 'three'])
})
