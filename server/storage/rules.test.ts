import { expect, test } from 'vitest'
import { roles } from '#domain/permissions.ts'
import type { WireActor } from '../http/callers/wire.ts'
import { readSizeLimit } from './buckets/size-limit.ts'
import { readRange } from './objects/range.ts'
import { servedAs } from './objects/served-type.ts'
import { allows } from './objects/types.ts'
import { isBucketName, isKey } from './protocol/names.ts'
import { mayDo, type Deed } from './rules.ts'
import { publicBase } from './tus/public-base.ts'

const as = (role: (typeof roles)[number]) => ({ kind: 'member', role, userId: 'me' }) as WireActor
const may = (deed: Deed, bucket: string, name?: string) =>
  roles.filter((role) => mayDo(as(role), deed, { bucket, ...(name !== undefined && { name }) }))

test('the rules say who may do what, and where', () => {
  expect(may('manage_buckets', 'b')).toEqual(['owner', 'admin'])
  expect(may('see_buckets', 'b')).toEqual(['owner', 'admin', 'dispatcher', 'viewer'])
  expect(may('read', 'b', 'x')).toEqual(['owner', 'admin', 'dispatcher', 'viewer'])
  for (const deed of ['add', 'change', 'remove'] as const) {
    expect(may(deed, 'b', 'me/x')).toEqual(['owner', 'admin', 'dispatcher'])
    expect(may(deed, 'avatars', 'me/x')).toEqual([...roles])
    expect(may(deed, 'avatars', 'you/x')).toEqual(['owner', 'admin', 'dispatcher'])
  }
  expect(may('add', 'proofs', 'me/x')).toContain('driver')
  for (const [deed, name] of [
    ['add', 'you/x'],
    ['add', 'me'],
    ['change', 'me/x'],
    ['remove', 'me/x'],
    ['read', 'you/x'],
    ['read', undefined],
  ] as const) {
    expect(may(deed, 'proofs', name)).not.toContain('driver')
  }
  for (const deed of ['see_buckets', 'manage_buckets', 'read', 'add', 'change', 'remove'] as const) {
    expect(mayDo({ kind: 'anon' }, deed, { bucket: 'b', name: 'x' })).toBe(false)
    expect(mayDo({ ...as('viewer'), kind: 'operator' } as WireActor, deed, { bucket: 'b', name: 'x' })).toBe(true)
  }
})

test('sizes are numbers of bytes, or texts with a unit', () => {
  const read = [undefined, null, 0, 1000, '1000', '20mb', '1.5GB', ' 2 KB '].map(readSizeLimit)
  expect(read).toEqual([null, null, 0, 1000, 1000, 20 * 2 ** 20, 1.5 * 2 ** 30, 2048])
  for (const wrong of ['', 'x', '1 xb', '-1', 'NaN', '1e3', '99999999PB', 1.5e300]) {
    expect(() => readSizeLimit(wrong), String(wrong)).toThrow('file_size_limit')
  }
})

test('a range is one part that is there, everything, or nothing that can be sent', () => {
  const read = (header: string, size = 10) => readRange(header, size)
  expect(read('bytes=0-0')).toEqual({ start: 0, end: 0 })
  expect(read('bytes=9-')).toEqual({ start: 9, end: 9 })
  expect(read('bytes=-99')).toEqual({ start: 0, end: 9 })
  for (const all of ['', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-4', 'items=0-1', 'bytes=0-1,2-3']) {
    expect(read(all), all).toBeUndefined()
  }
  for (const none of ['bytes=10-', 'bytes=-0', 'bytes=999999999999999999999-']) {
    expect(read(none), none).toBe('unsatisfiable')
  }
  expect([read('bytes=0-', 0), read('bytes=-1', 0)]).toEqual(['unsatisfiable', 'unsatisfiable'])
})

test('names are of the protocol’s characters, and addresses that nobody changes on the way', () => {
  for (const good of ['a', 'A_b-1!', "a.*'() &$@=;:+,?", '..', 'b'.repeat(100)]) expect(isBucketName(good)).toBe(true)
  for (const bad of ['', ' a', 'a ', 'a/b', 'a\n', 'é', 'b'.repeat(101)]) expect(isBucketName(bad), bad).toBe(false)
  for (const good of ['a', 'a/b/c.txt', '...', '..a', 'k'.repeat(1024), 'a b']) expect(isKey(good), good).toBe(true)
  for (const bad of ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/../b', './a', ' ', 'a/ ', 'é', '\0', 'a\n', '#', '%']) {
    expect(isKey(bad), bad).toBe(false)
  }
})

test('lists of types know families, and no type of a file is run by a browser', () => {
  expect(allows(['image/*'], 'Image/PNG; a=b')).toBe(true)
  expect(allows(['image/png', 'text/*'], 'image/jpeg')).toBe(false)
  expect(allows(['*/*'], 'a/b')).toBe(true)
  for (const active of ['text/html', 'Text/HTML;charset=x', 'application/javascript', 'text/css', 'text/xml']) {
    expect(servedAs(active)).toEqual({ type: 'text/plain; charset=utf-8', isSaved: false })
  }
  expect(servedAs('image/svg+xml')).toEqual({ type: 'image/svg+xml', isSaved: true })
  expect(servedAs('image/webp')).toEqual({ type: 'image/webp', isSaved: false })
  expect(servedAs('application/x-new')).toEqual({ type: 'application/x-new', isSaved: true })
})

test('the address of an upload begins with what a trusted proxy says, else PUBLIC_URL, else the address of the call', () => {
  const base = (headers: Record<string, string>, config: { trustedProxies?: number; isPublicUrlSet?: boolean }) =>
    publicBase({ protocol: 'https', host: headers['x-forwarded-host'] ?? 'here:3000', headers } as never, {
      trustedProxies: 0,
      isPublicUrlSet: false,
      publicUrl: 'https://karta.example.com',
      ...config,
    })
  const forwarded = { 'x-forwarded-host': 'public.example', 'x-forwarded-prefix': '/karta/' }
  expect(base(forwarded, { trustedProxies: 1, isPublicUrlSet: true })).toBe('https://public.example/karta')
  expect(base({ ...forwarded, 'x-forwarded-prefix': '//evil' }, { trustedProxies: 1 })).toBe('https://public.example')
  expect(base(forwarded, { isPublicUrlSet: true })).toBe('https://karta.example.com')
  expect(base({}, {})).toBe('https://here:3000')
  expect(base({ 'x-forwarded-host': 'a b' }, { trustedProxies: 1 })).toBe('https://karta.example.com')
})
