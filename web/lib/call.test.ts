import { afterEach, expect, test, vi } from 'vitest'
import { getMe } from '#domain/api/workspace.ts'
import { call, CallError, connectSession } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every call with this problem, and notes what the session was told. */
async function refusedWith(code: string, status: number): Promise<string[]> {
  const told: string[] = []
  const note = (what: string) => () => void told.push(what)
  connectSession(async () => 'token', note('ended'), note('factor needed'))
  vi.stubGlobal('fetch', async () => Response.json({ code, title: 'No.', status }, { status }))
  await expect(call(getMe, {})).rejects.toBeInstanceOf(CallError)
  return told
}

test('a refusal of the session itself leads to the step that mends it, another one does not', async () => {
  expect(await refusedWith('second_factor_required', 403)).toEqual(['factor needed'])
  expect(await refusedWith('session_ended', 401)).toEqual(['ended'])
  expect(await refusedWith('not_signed_in', 401)).toEqual(['ended'])
  expect(await refusedWith('not_allowed', 403)).toEqual([])
})
