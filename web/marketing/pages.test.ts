import { expect, test } from 'vitest'
import { featureLinks, footerColumns, legalLinks, navigationLinks, useCaseLinks } from './navigation.ts'
import { entryPages, publicPages } from './pages.ts'

test('menus link only to pages that exist', () => {
  const links = [
    ...featureLinks,
    ...useCaseLinks,
    ...navigationLinks,
    ...legalLinks,
    ...footerColumns.flatMap((column) => column.links),
  ]
  const own = links.map((link) => link.href).filter((href) => href.startsWith('/'))
  const paths = publicPages.map((page) => page.path)
  expect(own.map((href) => href.split('#')[0]).filter((path) => !paths.includes(path))).toEqual([])
  expect(links.length).toBeGreaterThan(20)
})

test('every page has its own title, and a description that search engines show whole', () => {
  const all = [...publicPages, ...entryPages]
  expect(new Set(all.map((page) => page.title)).size).toBe(all.length)
  expect(all.filter((page) => page.description.length > 165)).toEqual([])
})

test('the site has the 27 pages of the specification', () => {
  expect(publicPages).toHaveLength(27)
})

test('the pages on the way into an account lie under /signin and are not for search engines', () => {
  expect(entryPages.filter(({ path, isListed }) => !path.startsWith('/signin/') || isListed !== false)).toEqual([])
})
