import { expect, test } from 'vitest'
import { docTabs, tabOf } from './tabs.ts'

test('a hash opens its own tab or the tab it is in, and anything else opens the first', () => {
  expect(docTabs.map(({ id }) => tabOf(`#${id}`))).toEqual(['overview', 'authentication', 'endpoints'])
  for (const part of ['#get-delivery', '#optimize']) expect(tabOf(part)).toBe('endpoints')
  expect(tabOf('#errors')).toBe('overview')
  for (const hash of ['', '#', '#nothing', '#constructor', '#<script>']) expect(tabOf(hash)).toBe('overview')
})
