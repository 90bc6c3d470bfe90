import { expect, test } from 'vitest'
import { memberName, workspaceLanguage, workspaceName, workspaceTimeZone } from './rules.ts'

test('a workspace is named as its founder asks, or after the email address', () => {
  expect(workspaceName('budi@example.com', { workspace_name: 'Kopi Kirim' })).toBe('Kopi Kirim')
  expect(workspaceName('budi@example.com', {})).toBe("Budi's deliveries")
  expect(workspaceName('budi.santoso+work@example.com', {})).toBe("Budi Santoso's deliveries")
  expect(workspaceName('__@example.com', {})).toBe("__'s deliveries")
  expect(workspaceName('+a@example.com', { workspace_name: 7 })).toBe("+a's deliveries")
  expect(workspaceName(`${'a'.repeat(64)}@example.com`, {}).length).toBeLessThanOrEqual(100)
})

test('a member is named as they say, or after the email address', () => {
  expect(memberName('budi@example.com', { full_name: 'Budi Santoso' })).toBe('Budi Santoso')
  expect(memberName('budi@example.com', { name: 'Budi S.' })).toBe('Budi S.')
  expect(memberName('budi@example.com', { full_name: '' })).toBe('Budi')
})

test('only an existing time zone is accepted', () => {
  expect(workspaceTimeZone({ time_zone: 'Asia/Jakarta' })).toBe('Asia/Jakarta')
  expect(workspaceTimeZone({ time_zone: 'Asia/Nowhere' })).toBe('UTC')
  expect(workspaceTimeZone({})).toBe('UTC')
})

test('only a language of the list is accepted', () => {
  expect(workspaceLanguage({ language: 'de-DE' })).toBe('de-DE')
  expect(workspaceLanguage({ language: 'tlh' })).toBe('en-GB')
  expect(workspaceLanguage({})).toBe('en-GB')
})
