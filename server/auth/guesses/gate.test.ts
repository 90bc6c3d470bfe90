import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('at most so many work for one key at a time, in the order they came; others keys do not wait', async () => {
  const gate = openGate(2)
  const [began, ends]: [string[], (() => void)[]] = [[], []]
  const work = (name: string) => () => {
    began.push(name)
    return new Promise<void>((end) => ends.push(end))
  }
  const all = ['a', 'b', 'c', 'd'].map((name) => gate('one', work(name)))
  const other = gate('other', work('x'))
  await Promise.resolve()
  expect(began).toEqual(['a', 'b', 'x'])
  ends[0]!()
  await all[0]
  await expect.poll(() => began).toEqual(['a', 'b', 'x', 'c'])
  for (let at = 1; at < 5; at++) {
    await expect.poll(() => ends[at]).toBeDefined()
    ends[at]!()
  }
  await Promise.all([...all, other])
})

test('work that fails leaves its place to the next', async () => {
  const gate = openGate(1)
  const failed = gate('key', () => Promise.reject(new Error('no')))
  const next = gate('key', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
