import { expect, test } from 'vitest'
import { offerOwnerCheck, withOwnerCheck } from './owner-check.ts'

const needed = { error: { code: 'reauthentication_needed' } }
const replies =
  (...all: { error: { code: string } | null }[]) =>
  async () =>
    all.shift()!

test('a call that needs a recent sign-in is made again once the person has confirmed who they are', async () => {
  let asked = 0
  const takeBack = offerOwnerCheck(async () => ++asked === 1)
  expect(await withOwnerCheck(replies({ error: null }))).toEqual({ error: null })
  expect(asked).toBe(0)
  expect(await withOwnerCheck(replies(needed, { error: null }))).toEqual({ error: null })
  expect(asked).toBe(1)
  // This time the person closes the dialog.
  expect(await withOwnerCheck(replies(needed))).toEqual(needed)
  takeBack()
  expect(await withOwnerCheck(replies(needed))).toEqual(needed)
  expect(asked).toBe(2)
})
