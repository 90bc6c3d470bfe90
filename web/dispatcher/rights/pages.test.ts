import { expect, test } from 'vitest'
import { may, roles, type Action } from '#domain/permissions.ts'
import routes from '../../routes.ts'
import { areaGroups } from '../shell/areas.tsx'
import { landingFor, mayOpen, pageAt, pageRights } from './pages.ts'

type Entry = { path?: string; index?: boolean; children?: Entry[] }

/** Every address below the dashboard that `web/routes.ts` maps to a page. */
function addresses(entries: readonly Entry[], base = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path ? `${base}/${path}` : base
    return children ? addresses(children, here) : index || path ? [here] : []
  })
}
const pages = addresses(routes as readonly Entry[]).filter((path) => path.startsWith('/dashboard'))

test('every page of the dashboard says in pages.ts who may open it', () => {
  expect(pages.length).toBeGreaterThan(10)
  expect(pageRights.map(({ path }) => path).toSorted()).toEqual(pages.toSorted())
})

test('every area of the navigation leads to such a page', () => {
  for (const { href } of areaGroups.flatMap(({ areas }) => areas)) expect(pageAt(href), href).toBeDefined()
})

const as = (role: (typeof roles)[number], driverId?: string) => (action: Action) => may({ role, driverId }, action)

test('everybody begins on a page that they may open', () => {
  expect(roles.map((role) => [role, landingFor(as(role))])).toEqual([
    ['owner', '/dashboard'],
    ['admin', '/dashboard'],
    ['dispatcher', '/dashboard'],
    ['driver', '/dashboard/my-route'],
    ['viewer', '/dashboard'],
    ['client', '/dashboard/deliveries'],
  ])
})

test('a page is open to whoever may do one of its actions, with or without a slash at the end', () => {
  const openTo = (path: string) => roles.filter((role) => mayOpen(path, as(role)))
  expect(openTo('/dashboard/planning/')).toEqual(['owner', 'admin', 'dispatcher', 'viewer'])
  expect(openTo('/dashboard/integrations')).toEqual(['owner', 'admin'])
  expect(openTo('/dashboard/deliveries')).toEqual(['owner', 'admin', 'dispatcher', 'viewer', 'client'])
  expect(openTo('/dashboard/my-route')).toEqual(['driver'])
  expect(mayOpen('/dashboard/my-route', as('viewer', 'd'))).toBe(true)
  expect(mayOpen('/dashboard/no-such-page', as('driver'))).toBe(true)
})
