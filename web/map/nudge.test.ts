import { expect, test } from 'vitest'
import { nudgeOf } from './nudge.ts'

test('arrow keys move a pin their way, farther with Shift; other keys leave it alone', () => {
  expect(nudgeOf('ArrowUp', false)).toEqual([0, -8])
  expect(nudgeOf('ArrowRight', true)).toEqual([40, 0])
  expect(nudgeOf('Enter', false)).toBeUndefined()
})
