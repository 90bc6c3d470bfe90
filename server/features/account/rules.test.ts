import { expect, test } from 'vitest'
import type { MemberState } from '#domain/schema/member.ts'
import type { Role } from '#domain/permissions.ts'
import type { AccountDeletion } from '#domain/schema/account.ts'
import { isRecent } from '../../http/callers/person.ts'
import { deletionMail, deviceOf, outcomeOf, problemsOf } from './rules.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36 OPR/80.0',
    'Opera on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['a'.repeat(500), 'Unknown device'],
  [null, 'Unknown device'],
])('the device of %s is %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})

test('a sign-in counts as recent for as long as the settings say', () => {
  const at = new Date('2026-03-15T10:00:00Z')
  expect(isRecent(at, new Date('2026-03-15T10:15:00.000Z'), 900)).toBe(true)
  expect(isRecent(at, new Date('2026-03-15T10:15:00.001Z'), 900)).toBe(false)
})

const [me, ann, bob, cem] = ['11', '22', '33', '44'].map((part) => `00000000-0000-4000-8000-0000000000${part}`) as [
  string,
  string,
  string,
  string,
]
const other = (user_id: string, role: Role, day = 1, state: MemberState = 'active') => ({
  user_id,
  role,
  state,
  created_at: `2026-03-0${day}T00:00:00.000Z`,
})

test('a workspace with another owner stays, whatever was chosen', () => {
  expect(outcomeOf('owner', [other(ann, 'owner')], { action: 'delete' })).toEqual({ action: 'leave' })
  expect(outcomeOf('viewer', [other(ann, 'owner')], null)).toEqual({ action: 'leave' })
  expect(outcomeOf('admin', [other(ann, 'viewer')], { action: 'delete' })).toEqual({ action: 'leave' })
})

test('a workspace owned alone follows the choice', () => {
  const others = [other(ann, 'admin'), other(bob, 'viewer')]
  expect(outcomeOf('owner', others, { action: 'delete' })).toEqual({ action: 'delete' })
  expect(outcomeOf('owner', others, { action: 'transfer', new_owner_id: bob })).toEqual({
    action: 'transfer',
    newOwnerId: bob,
  })
})

test('without a valid choice, the highest role takes over, the longest-standing member first', () => {
  const others = [other(ann, 'dispatcher', 1), other(bob, 'admin', 3), other(cem, 'admin', 2)]
  for (const choice of [null, { action: 'transfer' as const, new_owner_id: me }]) {
    expect(outcomeOf('owner', others, choice)).toEqual({ action: 'transfer', newOwnerId: cem })
    expect(outcomeOf('owner', [], choice)).toEqual({ action: 'delete' })
  }
})

test('somebody who is suspended counts as no owner, and takes over only if everybody is suspended', () => {
  const [owner, viewer] = [other(ann, 'owner', 1, 'suspended'), other(bob, 'viewer', 2)]
  expect(outcomeOf('owner', [owner, viewer], null)).toEqual({ action: 'transfer', newOwnerId: bob })
  expect(outcomeOf('owner', [owner], null)).toEqual({ action: 'transfer', newOwnerId: ann })
})

const outlook: AccountDeletion = {
  due_at: null,
  confirmation: 'Me@example.com',
  needs_sign_in: false,
  owned: [
    { id: ann, name: 'North', deliveries: 1, others: [{ user_id: bob, name: 'Bob', role: 'viewer' }], choice: null },
  ],
  shared: [{ id: cem, name: 'South', role: 'owner' }],
}

test('each workspace owned alone needs one valid choice', () => {
  const confirmation = 'me@EXAMPLE.com'
  const paths = (workspaces: Parameters<typeof problemsOf>[0]['workspaces'], typed = confirmation) =>
    problemsOf({ confirmation: typed, workspaces }, outlook).map(({ path }) => path)
  expect(paths([{ id: ann, action: 'delete' }])).toEqual([])
  expect(paths([{ id: ann, action: 'transfer', new_owner_id: bob }])).toEqual([])
  expect(paths([])).toEqual(['workspaces'])
  expect(paths([{ id: ann, action: 'delete' }], 'you@example.com')).toEqual(['confirmation'])
  expect(paths([{ id: ann, action: 'transfer', new_owner_id: me }])).toEqual(['workspaces.0.new_owner_id'])
  expect(
    paths([
      { id: ann, action: 'delete' },
      { id: ann, action: 'delete' },
      { id: cem, action: 'delete' },
    ]),
  ).toEqual(['workspaces.1.id', 'workspaces.2.id'])
})

test('the email says when, and how to keep the account, in text and in safe HTML', () => {
  const mail = deletionMail(
    "o'neil&co@example.com",
    new Date('2026-03-22T09:05:00Z'),
    'https://karta.example/my-account',
  )
  expect(mail.text).toContain('22 March 2026 at 09:05 UTC')
  expect(mail.text).toContain('https://karta.example/my-account')
  expect(mail.html).toContain('o&#39;neil&amp;co@example.com')
})
