import { expect, test } from 'vitest'
import { repeatGuard } from './repeat-guard.ts'

test('a label in sight is one scan, and another one once it was away', () => {
  const isNew = repeatGuard()
  const at = (ms: number) => isNew('17-1', ms)
  expect([at(0), at(100), at(2000), at(4000), isNew('17-2', 4000), at(7000)]).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ])
})
