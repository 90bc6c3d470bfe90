import { afterEach, expect, test, vi } from 'vitest'
import { exportCustody } from '#domain/api/custody.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { getMe } from '#domain/api/workspace.ts'
import { listWorkspaces } from '#domain/api/workspaces.ts'
import { call, CallError, connectSession } from './call.ts'
import { tabRefusal } from './workspace.ts'

const nothing = () => {}

afterEach(() => vi.unstubAllGlobals())

/** Answers every call with this problem and records what the session was told. */
async function refusedWith(code: string, status: number): Promise<string[]> {
  const told: string[] = []
  const note = (what: string) => () => void told.push(what)
  connectSession(
    async () => 'token',
    note('ended'),
    note('factor needed'),
    async () => undefined,
  )
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

test('a change says which version it is for, and does not compile without it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push((headers as Record<string, string>)['if-match'])
    return Response.json({})
  })
  const change = { params: { id: '0199aa11-2222-7333-8444-555566667777' }, body: { name: 'Budi' } }
  await call(changeDriver, { ...change, version: 7 })
  // @ts-expect-error A page that has not said what it shows must not overwrite anything.
  await call(changeDriver, change)
  expect(sent).toEqual(['"7"', undefined])
})

test('a call begins a trace for the share of calls that the server collects, and says nothing where it collects none', async () => {
  const sent: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push((headers as Record<string, string>).traceparent)
    return Response.json({})
  })
  const sentWith = async (traces: number | undefined) => {
    vi.stubGlobal('kartaConfig', traces === undefined ? undefined : { traces })
    await call(getMe, {})
    return sent.pop()
  }
  expect(await sentWith(undefined)).toBeUndefined()
  expect(await sentWith(0)).toBeUndefined()
  const [one, other] = [await sentWith(1), await sentWith(1)]
  expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(other).not.toBe(one)
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.3).mockReturnValueOnce(0.2)
  expect(await sentWith(0.25)).toMatch(/-00$/)
  expect(await sentWith(0.25)).toMatch(/-01$/)
})

test('every call of a member names the tab’s workspace, and a refusal there closes the page', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push([url, (headers as Record<string, string>)['karta-workspace']])
    return Response.json({ code: 'no_workspace', title: 'No.', status: 403 }, { status: 403 })
  })
  const id = '0199aa11-2222-7333-8444-555566667777'
  connectSession(
    async () => 'token',
    nothing,
    nothing,
    async () => id,
  )
  await expect(call(getMe, {})).rejects.toThrow('No.')
  await expect(call(listWorkspaces, {})).rejects.toThrow('No.')
  expect(sent).toEqual([
    ['/v1/me', id],
    ['/v1/workspaces', undefined],
  ])
  expect(tabRefusal()?.code).toBe('no_workspace')
})

test('a reply in another format comes as text', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"kind":"custody"}\n{"kind":"head"}\n'))
  expect(await call(exportCustody, {})).toBe('{"kind":"custody"}\n{"kind":"head"}\n')
})

test.each([
  ['quota_reached', 429, 'This workspace has room for 2 more today, and this would add 5 deliveries.'],
  ['day_off_overlaps', 409, 'Budi already has 2026-04-01 off. Choose other days, or delete that day off first.'],
])('%s says what is in the way, and what helps', async (code, status, detail) => {
  vi.stubGlobal('fetch', async () => Response.json({ code, title: 'It does not work.', detail, status }, { status }))
  await expect(call(getMe, {})).rejects.toThrow(detail)
})
