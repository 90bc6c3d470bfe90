import { expect, test, vi } from 'vitest'
import * as workspace from './workspace.ts'

const { askedWorkspace, inTabWorkspace, inWorkspace } = workspace

const id = '0199aa11-2222-7333-8444-555566667777'
const other = '0199aa11-2222-7333-8444-555566668888'

test('an address asks for one workspace, and a mangled one for nobody’s', () => {
  expect(askedWorkspace('')).toBeUndefined()
  expect(askedWorkspace('?day=2026-11-23')).toBeUndefined()
  expect(askedWorkspace(`?day=2026-11-23&workspace=${id.toUpperCase()}`)).toBe(id)
  for (const mangled of ['', id.slice(0, 20), `${id}\r\nx: y`, 'Kopi']) {
    expect(askedWorkspace(`?workspace=${encodeURIComponent(mangled)}`)).toBe('00000000-0000-0000-0000-000000000000')
  }
})

test('an address is completed with a workspace, and otherwise stays as it is', () => {
  expect(inWorkspace('/dashboard', id)).toBe(`/dashboard?workspace=${id}`)
  expect(inWorkspace('/dashboard?q=a%20b,c#top', id)).toBe(`/dashboard?q=a%20b,c&workspace=${id}#top`)
  expect(inWorkspace('/dashboard/settings#quotas', id)).toBe(`/dashboard/settings?workspace=${id}#quotas`)
  expect(inWorkspace(`/dashboard?workspace=${other}`, id)).toBe(`/dashboard?workspace=${other}`)
})

test('links say the tab’s workspace once it is to be said, and only those to its pages', () => {
  expect(inTabWorkspace('/dashboard')).toBe('/dashboard')
  workspace.enterWorkspace(id)
  expect(inTabWorkspace('/dashboard')).toBe('/dashboard')
  workspace.nameWorkspace()
  expect(inTabWorkspace('/dashboard/planning?day=2026-11-23')).toBe(
    `/dashboard/planning?day=2026-11-23&workspace=${id}`,
  )
  expect(inTabWorkspace('/config')).toBe(`/config?workspace=${id}`)
  for (const address of ['/my-account', '/api', '/dashboards', 'https://example.com/dashboard']) {
    expect(inTabWorkspace(address)).toBe(address)
  }
  workspace.leaveWorkspace()
  expect(inTabWorkspace('/dashboard')).toBe('/dashboard')
})

test('a tab asks once which workspace was used last, tries again after a failure, and then stays', async () => {
  let asked = 0
  const lastUsed = async () => (asked++ === 0 ? Promise.reject(new Error('offline')) : id)
  const open = () => workspace.openWorkspace(lastUsed)
  await expect(Promise.all([open(), open()])).rejects.toThrow('offline')
  expect(await Promise.all([open(), open(), open()])).toEqual([id, id, id])
  expect(await workspace.openWorkspace(async () => other)).toBe(id)
  expect(asked).toBe(2)
  workspace.leaveWorkspace()
})

test('the address decides over the last use', async () => {
  vi.stubGlobal('location', { pathname: '/dashboard/planning', search: `?workspace=${other}` })
  expect(await workspace.openWorkspace(async () => id)).toBe(other)
  vi.unstubAllGlobals()
})
