import { createHash, generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json } from '../chain/canonical-json.ts'
import { entryHash, type Entry, type EntryContent } from '../chain/entry.ts'
import { leafHashOf, logHash, signedContent, type Leaf } from '../chain/log.ts'
import { merkleRoot } from '../chain/merkle.ts'
import { sealAll } from '../chain/seal.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isCustodyFile, type CustodyFile, type LoggedEntry } from './custody-file.ts'
import { roadEntryHash } from './entry-hash.ts'
import { isTampered, verifyCustody } from './verify-custody.ts'

const phone = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const at = '2026-03-15T02:00:00.000Z'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const photo = { id: 'photo-01', sha256: sha256('a photo'), bytes: 7 }

/** An entry of the phone, signed. */
function logged(sequence: number, previous_hash: string | null, data: Record<string, Json>): LoggedEntry {
  const content = { at, clock_offset_ms: 0, fix: null, data }
  const said = { format: 1 as const, id: `entry-${sequence}`, device_id: 'phone', sequence, kind: 'proof_taken' }
  const hash = roadEntryHash({ ...said, ...content, previous_hash } as never)
  const signature = sign('sha256', Buffer.from(hash, 'hex'), { key: phone.privateKey, dsaEncoding: 'ieee-p1363' })
  return { ...said, previous_hash, hash, signature: signature.toString('base64url'), content }
}

/** A delivery with a photo and a name, and all that proves it. */
function aFile(more: [string, Record<string, Json>, Record<string, Json>][] = []): CustodyFile {
  const first = logged(4, null, { proof: { kind: 'photo', photo } })
  const second = logged(5, first.hash, { proof: { kind: 'name', name: 'Budi' } })
  const device = ({ id: entry_id, device_id, sequence, hash, signature }: LoggedEntry) =>
    ({ entry_id, device_id, sequence, at, hash, signature }) as Json
  const writes: [string, Record<string, Json>, Record<string, Json>][] = [
    ['created', {}, {}],
    ['proved', { photo, device: device(first) }, {}],
    ['proved', { device: device(second) }, { said: { name: 'Budi' } }],
    ...more,
  ]
  const entries: Entry[] = []
  for (const [kind, detail, personal] of writes) {
    const { sealed, opened } = sealAll({ actor: { id: null, name: 'Eka' }, ...personal }, () => 'salt')
    const place = { workspace_id: 'w', subject: 'delivery', subject_id: 'd', sequence: entries.length + 1, at }
    const previous_hash = entries.at(-1)?.hash ?? null
    const content: EntryContent = { format: 2, ...place, kind, changes: {}, sealed, detail, previous_hash }
    entries.push({ ...content, opened, hash: entryHash(content) })
  }
  const head = { length: entries.length, hash: entries.at(-1)!.hash }
  const leaf: Leaf = { subject: 'delivery', subject_id: 'd', ...head }
  const root = bytesToHex(merkleRoot([leafHashOf(leaf)]))
  const log = { workspace_id: 'w', number: 1, day: '2026-03-15', at, chains: 1, root, previous_hash: null }
  const whole = { ...log, hash: logHash(log) }
  return {
    type: 'delivery_custody',
    version: 1,
    exported_at: at,
    workspace: { id: 'w', name: 'Toko' },
    delivery: { id: 'd', number: 17 },
    with_personal_data: true,
    chain: { head, entries },
    signed: {
      log: { ...whole, signature: JSON.stringify(signedContent(whole)), public_key: { kid: 'k' } },
      leaf,
      index: 0,
      path: [],
    },
    devices: [{ id: 'phone', public_key: phone.publicKey.export({ format: 'jwk' }) as never, revoked_at: null }],
    entries: [first, second],
    photos: [{ ...photo, media_type: 'image/jpeg', taken_at: at, state: 'stored', original_sha256: null }],
  }
}

const checks = {
  verifySignature: async (jws: string) => JSON.parse(jws) as unknown,
  verifyDevice: async (key: object, hash: string, signature: string) =>
    verify(
      'sha256',
      Buffer.from(hash, 'hex'),
      { key: createPublicKey({ key: key as never, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
}
const right = [{ name: 'door.jpg', sha256: photo.sha256 }]

test('a file as it was exported fits, and says of each photo that it is the one', async () => {
  const findings = await verifyCustody(aFile(), checks, right)
  expect(findings.map(({ of, is, say }) => `${of} ${is}: ${say}`)).toEqual([
    'The history right: All 3 entries fit each other.',
    'The signed root right: The first 3 entries were signed on 2026-03-15, with the key k.',
    'What phones signed right: 2 entries of phones carry the signature of their phone.',
    'Photo photo-01 right: door.jpg is the photo that was taken.',
  ])
})

test('without personal values, without a signed root and without photos it says what cannot be told', async () => {
  const file = aFile()
  file.with_personal_data = false
  file.signed = null
  for (const entry of file.chain.entries as Entry[]) entry.opened = {}
  for (const entry of file.entries) entry.content = null
  const findings = await verifyCustody(file, checks)
  expect(isTampered(findings)).toBe(false)
  expect(findings.filter(({ is }) => is === 'unknown').map(({ of }) => of)).toEqual([
    'The signed root',
    'What phones signed',
    'Photos',
  ])
})

test('where a place was removed after its time, the rest is neither right nor wrong, and the signature still counts', async () => {
  const file = aFile()
  const [first] = file.entries
  first!.content!.fix_removed = true
  // As if it had been signed with a place.
  const hash = roadEntryHash({ ...first, ...first!.content, fix: { lat: 1, lng: 2 } } as never)
  const signature = sign('sha256', Buffer.from(hash, 'hex'), { key: phone.privateKey, dsaEncoding: 'ieee-p1363' })
  Object.assign(first!, { hash, signature: signature.toString('base64url') })
  file.entries = [first!]
  const found = async () =>
    (await verifyCustody(file, checks, right)).flatMap(({ of, is, say }) =>
      /places|phone signed/.test(say) ? [[of, is]] : [],
    )
  expect(await found()).toEqual([['What phones signed', 'unknown']])
  delete first!.content!.fix_removed
  expect(await found()).toEqual([['Phone entry 4 (proof taken)', 'wrong']])
})

type Change = (file: CustodyFile) => void
const chainEntry = (file: CustodyFile, at: number) => file.chain.entries[at] as Entry
const otherPhone = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

test.for<[what: string, change: Change, say: string]>([
  [
    'a time of the history',
    (file) => void (chainEntry(file, 1).at = '2026-03-15T03:00:00.000Z'),
    'Entry 2 was changed',
  ],
  [
    'a name',
    (file) => void (chainEntry(file, 2).opened.said!.value = { name: 'Eko' }),
    'another value than when it was written: what was noted',
  ],
  [
    'the driver',
    (file) => void (chainEntry(file, 1).opened.actor!.value = { id: null, name: 'Sari' }),
    'names somebody else',
  ],
  ['the newest entry', (file) => void file.chain.entries.pop(), 'The newest entry is missing, number 3'],
  [
    'the head',
    (file) => void (file.chain.head = { length: 2, hash: file.chain.entries[1]!.hash }),
    'Entry 3 was added',
  ],
  ['the root', (file) => void (file.signed!.log.root = sha256('x')), 'Entry 1 was changed'],
  ['the leaf', (file) => void (file.signed!.leaf.hash = sha256('x')), 'not among those that were signed'],
  [
    'what a phone said',
    (file) => void (file.entries[1]!.content!.data = { proof: { kind: 'name', name: 'Eko' } }),
    'does not have the hash that the phone signed',
  ],
  [
    'when a phone said it',
    (file) => void (file.entries[0]!.content!.at = '2026-03-15T01:00:00.000Z'),
    'does not have the hash that the phone signed',
  ],
  [
    'the signature of a phone',
    (file) => void (file.entries[0]!.signature = file.entries[1]!.signature),
    'does not carry the signature of its phone',
  ],
  [
    'the key of a phone',
    (file) => void (file.devices[0]!.public_key = otherPhone as never),
    'does not carry the signature of its phone',
  ],
  ['a phone that is left out', (file) => void (file.devices = []), 'Its phone is not in the file'],
  ['an entry that is left out', (file) => void file.entries.shift(), 'entry that it follows from is missing'],
  [
    'an entry that was signed anew',
    (file) =>
      void (file.entries[0] = {
        ...logged(4, null, { proof: { kind: 'photo', photo: { ...photo, sha256: sha256('x') } } }),
        id: 'entry-4',
      }),
    'was exchanged',
  ],
  [
    'the hash of a photo',
    (file) => void (file.photos[0]!.sha256 = sha256('x')),
    'No phone signed a photo with this hash',
  ],
  ['a photo that is left out', (file) => void (file.photos = []), 'missing from the list of photos'],
])('changed: %s', async ([, change, say]) => {
  const file = structuredClone(aFile())
  change(file)
  const wrong = (await verifyCustody(file, checks, right)).filter(({ is }) => is === 'wrong')
  expect(wrong.map((each) => each.say).join('\n')).toContain(say)
})

test('a time out of range is verified like every entry, and its figures cannot be changed', async () => {
  const figures = {
    began_at: at,
    ended_at: null,
    lowest_c: -18.05,
    highest_c: 11,
    degree_minutes: 44.5,
    mean_kinetic_c: 9.87,
  }
  const range = { temperature_min_c: null, temperature_max_c: -18 }
  const file = aFile([['excursion', { vehicle: 'KA-1', compartment: 'Cold', ...range, ...figures }, {}]])
  // As it comes out of the file.
  const read = JSON.parse(JSON.stringify(file)) as CustodyFile
  expect(isCustodyFile(read)).toBe(true)
  const [history, root] = await verifyCustody(read, checks, right)
  expect([history!.say, root!.is]).toEqual(['All 4 entries fit each other.', 'right'])
  ;(read.chain.entries[3] as Entry).detail.highest_c = 8
  expect((await verifyCustody(read, checks, right))[0]).toMatchObject({
    is: 'wrong',
    say: expect.stringMatching(/^Entry 4 was changed/) as string,
  })
})

test('a photo that was changed is none of those that were taken', async () => {
  const findings = await verifyCustody(aFile(), checks, [{ name: 'door.jpg', sha256: sha256('another') }])
  expect(findings.filter(({ is }) => is === 'wrong')).toEqual([
    { of: 'door.jpg', is: 'wrong', say: 'It is none of the photos that were taken, or it was changed.' },
  ])
})

test('what a phone said once more in a new log is no sign of an exchange', async () => {
  const file = aFile()
  const [first] = file.entries as [LoggedEntry]
  const again = {
    ...logged(1, null, first.content!.data as Record<string, Json>),
    device_id: 'zz-new-log',
    id: first.id,
  }
  const hash = roadEntryHash({ ...again, ...again.content } as never)
  const signature = sign('sha256', Buffer.from(hash, 'hex'), { key: phone.privateKey, dsaEncoding: 'ieee-p1363' })
  file.entries.push({ ...again, hash, signature: signature.toString('base64url') })
  file.devices.push({ ...file.devices[0]!, id: 'zz-new-log' })
  expect((await verifyCustody(file, checks, right)).filter(({ is }) => is === 'wrong')).toEqual([])
})
