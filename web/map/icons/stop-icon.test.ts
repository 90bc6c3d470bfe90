import { expect, test } from 'vitest'
import { isSameMark, stopMark } from './stop-icon.ts'

const stop = { label: '7', color: '#0a5c4d' }

test('a selected stop is never drawn muted', () => {
  const selected = stopMark({ ...stop, muted: true }, true)
  const muted = stopMark({ ...stop, muted: true }, false)
  expect(selected.className).toContain('selected')
  expect(selected.className).not.toContain('muted')
  expect(selected.label).toBe('7')
  expect(muted.className).toContain('muted')
  expect(muted.label).toBe('')
})

test('a mark is redrawn only when its number, color or state changes', () => {
  const mark = stopMark(stop, false)
  expect(isSameMark(mark, stopMark({ ...stop }, false))).toBe(true)
  expect(isSameMark(mark, stopMark({ ...stop, label: '8' }, false))).toBe(false)
  expect(isSameMark(mark, stopMark({ ...stop, color: '#333333' }, false))).toBe(false)
  expect(isSameMark(mark, stopMark({ ...stop, muted: true }, false))).toBe(false)
  expect(isSameMark(mark, stopMark(stop, true))).toBe(false)
})
