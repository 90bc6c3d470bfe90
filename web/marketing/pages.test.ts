import { expect, test } from 'vitest'
import { footerColumns, legalLinks, navigationLinks } from './navigation.ts'
import { hasPage, publicPages } from './pages.ts'

test('menus link only to pages that exist, and leave no empty column', () => {
  const links = [...navigationLinks, ...legalLinks, ...footerColumns.flatMap((column) => column.links)]
  expect(links.filter((link) => !hasPage(link.href))).toEqual([])
  expect(footerColumns.filter((column) => column.links.length === 0)).toEqual([])
})

test('a part of a page exists when its page does', () => {
  expect(hasPage(`${publicPages[0].path}#features`)).toBe(true)
  expect(hasPage('/no-such-page')).toBe(false)
})
