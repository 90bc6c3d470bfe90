import { expect, test } from 'vitest'
import { escapeHtml, stopClasses, stopSize } from './stop-icon.ts'

test('text from an imported file cannot become markup', () => {
  expect(escapeHtml(`<img src=x onerror="alert('1')"> & co`)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co',
  )
})

test('a selected stop is never drawn muted, and is the largest', () => {
  const muted = { label: '7', muted: true }
  expect(stopClasses(muted, true)).not.toContain('muted')
  expect(stopClasses(muted, false)).toContain('muted')
  expect(stopSize(muted, true)).toBeGreaterThan(stopSize({ muted: false }, false))
  expect(stopSize({ muted: false }, false)).toBeGreaterThan(stopSize(muted, false))
})
