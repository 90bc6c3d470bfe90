import { expect, test } from 'vitest'
import { errors, type ErrorCode } from '#domain/errors.ts'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { CallError } from '#web/lib/call.ts'
import { endOf, sentenceForJoining } from './words.ts'

const shown = (change: Partial<InvitationShown>) =>
  ({ kind: 'invitation', state: 'open', invited_by: 'Maya', workspace: 'Kopi Kirim', ...change }) as InvitationShown

test('a link that no longer works says why, and whom to ask', () => {
  expect(endOf(shown({}))).toBeUndefined()
  for (const state of ['withdrawn', 'expired', 'accepted'] as const) {
    expect(endOf(shown({ state }))!.reason).toMatch(/[Aa]sk (Maya|them)/)
  }
  for (const state of ['used', 'expired', 'withdrawn'] as const) {
    expect(endOf(shown({ kind: 'code', state }))!.reason).toContain('Ask your dispatcher')
  }
})

test('a refusal speaks to whoever was invited, not to whoever manages the workspace', () => {
  const refused = (code: ErrorCode) => new CallError({ code, title: errors[code].say, status: errors[code].status })
  expect(sentenceForJoining(refused('quota_reached'), 'Maya')).toContain('Ask Maya to make room')
  expect(sentenceForJoining(refused('member_suspended'), 'Maya')).toBe(errors.member_suspended.say)
  expect(sentenceForJoining('?', 'Maya')).toBeTruthy()
})
