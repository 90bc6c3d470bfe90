import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { productPages } from './product-pages.ts'

test('claims lead to pages of the dashboard that exist', () => {
  const dashboard = routes.find(({ path }) => path === 'dashboard')!
  const paths = dashboard.children!.map(({ path }) => `/dashboard/${path}`)
  expect(paths.length).toBeGreaterThan(30)
  const unknown = Object.values(productPages).filter(({ to }) => !paths.includes(to))
  expect(unknown).toEqual([])
})

test('each page has one name, and each name is of one page', () => {
  const pages = Object.values(productPages)
  expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length)
  expect(new Set(pages.map(({ label }) => label)).size).toBe(pages.length)
})
