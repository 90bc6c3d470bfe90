import { expect, test } from 'vitest'
import { featureLinks, footerColumns, legalLinks, navigationLinks, useCaseLinks } from './navigation.ts'
import { entryPages, publicPages } from './pages.ts'

test('menus only link to pages that exist', () => {
  const links = [
    ...featureLinks,
    ...useCaseLinks,
    ...navigationLinks,
    ...legalLinks,
    ...footerColumns.flatMap((column) => column.links),
  ]
  const own = links.map((link) => link.href).filter((href) => href.startsWith('/'))
  const paths = publicPages.map((page) => page.path)
  expect(own.map((href) => href.split('#')[0]!).filter((path) => !paths.includes(path))).toEqual([])
  expect(links.length).toBeGreaterThan(20)
})

test('every page has a unique title and a description short enough for search results', () => {
  const all = [...publicPages, ...entryPages]
  expect(new Set(all.map((page) => page.title)).size).toBe(all.length)
  expect(all.filter((page) => page.description.length > 165)).toEqual([])
})

test('the site has the 27 pages of the specification', () => {
  expect(publicPages).toHaveLength(27)
})

test('entry pages are hidden from search engines', () => {
  expect(entryPages.filter(({ isListed }) => isListed !== false)).toEqual([])
})
