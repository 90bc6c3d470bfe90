import { expect, test } from 'vitest'
import { nudgeOf } from './nudge.ts'

test('arrow keys move a pin, farther with Shift, and other keys do nothing', () => {
  expect(nudgeOf('ArrowUp', false)).toEqual([0, -8])
  expect(nudgeOf('ArrowRight', true)).toEqual([40, 0])
  expect(nudgeOf('Enter', false)).toBeUndefined()
})
