import { expect, test } from 'vitest'
import { stepOf } from './use-plan-keys.ts'

const none = { key: 'z', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('undo and redo have the keys of every system', () => {
  expect(stepOf({ ...none, ctrlKey: true })).toBe('undo')
  expect(stepOf({ ...none, metaKey: true })).toBe('undo')
  expect(stepOf({ ...none, key: 'Z', metaKey: true, shiftKey: true })).toBe('redo')
  expect(stepOf({ ...none, key: 'y', ctrlKey: true })).toBe('redo')
})

test('other keys with Z and Y do neither', () => {
  expect(stepOf(none)).toBeUndefined()
  expect(stepOf({ ...none, ctrlKey: true, altKey: true })).toBeUndefined()
  expect(stepOf({ ...none, key: 'y', metaKey: true })).toBeUndefined()
})
