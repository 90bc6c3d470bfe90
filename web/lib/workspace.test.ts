import { expect, test } from 'vitest'
import {
  askedWorkspace,
  enterWorkspace,
  inTabWorkspace,
  inWorkspace,
  nameWorkspace,
  workspaceHeaders,
} from './workspace.ts'

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
  expect(workspaceHeaders()).toEqual({})
  expect(inTabWorkspace('/dashboard')).toBe('/dashboard')
  enterWorkspace(id)
  expect(workspaceHeaders()).toEqual({ 'karta-workspace': id })
  expect(inTabWorkspace('/dashboard')).toBe('/dashboard')
  nameWorkspace()
  expect(inTabWorkspace('/dashboard/planning?day=2026-11-23')).toBe(
    `/dashboard/planning?day=2026-11-23&workspace=${id}`,
  )
  expect(inTabWorkspace('/config')).toBe(`/config?workspace=${id}`)
  for (const address of ['/my-account', '/api', '/dashboards', 'https://example.com/dashboard']) {
    expect(inTabWorkspace(address)).toBe(address)
  }
})
