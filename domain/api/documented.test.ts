import { expect, test } from 'vitest'
import { roadEntryHash } from '../road/entry-hash.ts'
import { roadData, roadKinds, SentEntry, type RoadKind } from '../road/entry.ts'
import { allEndpoints } from './all.ts'
import { documented } from './documented.ts'
import { deviceExample, entryExamples } from './road-examples.ts'

test.each(Object.entries(documented))('the example of %s is what it takes and answers', (id, { body, example }) => {
  const endpoint = allEndpoints.find((each) => each.id === id)!
  expect((body ?? endpoint.body).safeParse(example?.body).error).toBeUndefined()
  expect(endpoint.body.safeParse(example?.body).error).toBeUndefined()
  expect(example?.reply === undefined || endpoint.reply.safeParse(example.reply).success).toBe(true)
})

test('a batch is documented with the data of each kind of entry', () => {
  const body = documented.sendEntries!.body!
  const send = (kind: RoadKind, data: object) =>
    body.safeParse({ device_id: deviceExample.id, entries: [{ ...entryExamples[0], kind, data }] }).success
  expect(send('message_sent', { message_id: deviceExample.id, text: 'Hello' })).toBe(true)
  for (const kind of roadKinds) {
    const data = { unknown: true }
    expect([kind, send(kind, data)]).toEqual([kind, roadData[kind].safeParse(data).success])
  }
})

test('the entries of the example are a log that its phone signed', async () => {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await subtle.importKey('jwk', deviceExample.public_key, algorithm, false, ['verify'])
  let previous: string | null = null
  for (const [i, sent] of entryExamples.entries()) {
    const entry = SentEntry.parse(sent)
    expect(entry).toMatchObject({ sequence: i + 1, previous_hash: previous, hash: roadEntryHash(entry) })
    const [signature, hash] = [Buffer.from(entry.signature, 'base64url'), Buffer.from(entry.hash, 'hex')]
    expect(await subtle.verify(algorithm, key, signature, hash)).toBe(true)
    previous = entry.hash
  }
})
