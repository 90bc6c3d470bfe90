import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('text from an imported file cannot become markup', () => {
  expect(escapeHtml(`<img src=x onerror="alert('1')"> & co`)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co',
  )
})
