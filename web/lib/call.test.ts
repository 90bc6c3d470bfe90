import { afterEach, expect, test, vi } from 'vitest'
import { getMe } from '#domain/api/workspace.ts'
import { call, CallError, connectSession } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every call with this problem and records what the session was told. */
async function refusedWith(code: string, status: number): Promise<string[]> {
  const told: string[] = []
  const note = (what: string) => () => void told.push(what)
  connectSession(async () => 'token', note('ended'), note('factor needed'))
  vi.stubGlobal('fetch', async () => Response.json({ code, title: 'No.', status }, { status }))
  await expect(call(getMe, {})).rejects.toBeInstanceOf(CallError)
  return told
}

test('a refused session leads to the step that fixes it, and other refusals do not', async () => {
  expect(await refusedWith('second_factor_required', 403)).toEqual(['factor needed'])
  expect(await refusedWith('session_ended', 401)).toEqual(['ended'])
  expect(await refusedWith('not_signed_in', 401)).toEqual(['ended'])
  expect(await refusedWith('not_allowed', 403)).toEqual([])
})
