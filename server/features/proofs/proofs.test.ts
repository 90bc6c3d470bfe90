import { execFile } from 'node:child_process'
import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compactVerify, importJWK } from 'jose'
import { expect, test } from 'vitest'
import { eraseDelivery, getDelivery, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { listAlerts } from '#domain/api/alerts.ts'
import { listProofs } from '#domain/api/proofs.ts'
import { changeRetention } from '#domain/api/retention.ts'
import * as road from '#domain/api/road.ts'
import type { Fix, Photo, RoadData } from '#domain/road/entry.ts'
import type { CustodyFile } from '#domain/road/custody-file.ts'
import { uploadFile, type UploadTools } from '#domain/resumable-upload.ts'
import { isRightPin } from '#domain/road/pin-check.ts'
import { verifyCustody } from '#domain/road/verify-custody.ts'
import { setStatus } from '#domain/api/statuses.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openPhone, type Phone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'
import { signHistories } from '../custody/tasks.ts'
import { applyRetention } from '../retention/tasks.ts'
import { tidyPositions } from '../positions/tasks.ts'
import { checkArrived } from './commands.ts'
import { tellMissed } from './tasks.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { app, as, deps, makeMember } = testing

const base = await app.listen({ port: 0, host: '127.0.0.1' })

/** A PNG up to where its pixels begin, so that it shows its type whatever follows. */
const png = Buffer.from(`89504e470d0a1a0a0000000d49484452${'00'.repeat(17)}0000000049444154`, 'hex')
const picture = (name: string) => Buffer.concat([png, Buffer.from(name)])
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

function photoOf(content: Buffer, fix: Fix | null = null): Photo {
  const [id, taken_at] = [randomUUID(), clock.toISOString()]
  const seen = { media_type: 'image/png', width: 1, height: 1, taken_at, fix, original: null } as const
  return { id, sha256: sha256(content), bytes: content.length, ...seen }
}

/** A dispatched day with orders of this kind, and a phone of its driver. */
async function start(order: Parameters<typeof dispatchedDay>[1]['order'] = {}, stops = 1) {
  clock = new Date('2026-03-16T03:00:00Z')
  const day = await dispatchedDay(testing, { stops, order })
  const phone = openPhone(() => clock)
  await as(day.driver).call(road.registerDevice, { body: phone.device })
  const stop = day.stops[0]!
  const at = { stop_id: stop.id, delivery_id: stop.delivery_id }
  const params = { id: stop.delivery_id }
  const proofs = async (who: TestMember = day.owner) => (await as(who).call(listProofs, { params })).body
  const take = (proof: RoadData['proof_taken']['proof'], fix: Fix | null = near) =>
    phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof }, { fix })
  const deliver = () => phone.write('delivered', { ...at, to: 'recipient' })
  const history = async () => (await as(day.owner).call(listDeliveryEvents, { params })).body
  const { workspaceId } = day.owner
  const beginShift = () =>
    rig(deps.db, workspaceId, async (trx) => {
      const { id: driver_id } = await trx
        .selectFrom('drivers')
        .select('id')
        .where('user_id', '=', day.driver.userId)
        .executeTakeFirstOrThrow()
      const shift = { workspace_id: workspaceId, id: randomUUID(), driver_id, vehicle_id: null, started_at: clock }
      await trx.insertInto('shifts').values(shift).execute()
    })
  const logged = () =>
    inWorkspace(deps.db, workspaceId, (trx) =>
      trx.selectFrom('road_entries').select(['kind', 'data', 'fix', 'hash']).orderBy('sequence').execute(),
    )
  const ways = { take, deliver, history, beginShift, logged, send: () => send(day.driver, phone) }
  return { ...day, phone, at, params, proofs, ...ways }
}

const place = { lat: -6.157, lng: 106.846 }
const near: Fix = { ...place, accuracy_m: 5, recorded_at: '2026-03-16T03:00:00.000Z' }

async function send(who: TestMember, phone: Phone) {
  const { body } = await as(who).call(road.sendEntries, { body: { device_id: phone.id, entries: phone.log } })
  return body.results.map(({ outcome, code }) => code ?? outcome)
}

/** Uploads a file as the driver's phone does, and lets the server look at it. */
async function upload(who: TestMember, name: string, content: Buffer, type = 'image/png') {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type }
  const reply = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/proofs/${name}`,
    headers,
    payload: content,
  })
  const { Id } = reply.json<{ Id?: string }>()
  if (Id) await inWorkspace(deps.db, who.workspaceId, (trx) => checkArrived(trx, who.workspaceId, Id, clock))
  return reply.json<{ statusCode?: string; message?: string }>()
}
const nameOf = ({ userId }: TestMember, { id }: Photo) => `${userId}/${id}`

const getFile = (who: TestMember, id: string) =>
  app.inject({ url: `/v1/photos/${id}`, headers: { authorization: `Bearer ${who.token}` } })

test('a photo is expected until it arrived and is the one that the phone signed; then everybody who may sees it', async () => {
  const { owner, driver, proofs, take, deliver, send, history } = await start({ requirements: ['photo'] })
  const content = picture('door')
  const photo = photoOf(content, near)
  take({ kind: 'photo', photo })
  deliver()
  expect(await send()).toEqual(['applied', 'applied'])
  const [expected] = (await proofs()).data
  expect(expected).toMatchObject({ kind: 'photo', flags: [], distance_m: 0, driver_name: 'Budi' })
  expect(expected!.photo).toMatchObject({ state: 'expected', sha256: photo.sha256, url: null })
  expect((await getFile(owner, photo.id)).statusCode).toBe(404)
  clock = new Date('2026-03-17T03:00:01Z')
  expect((await proofs()).data[0]!.photo).toMatchObject({ state: 'missing' })
  const inbox = async () => (await as(owner).call(listAlerts)).body.data.map(({ sentence }) => sentence)
  await tellMissed(deps)
  await tellMissed(deps)
  expect(await inbox()).toEqual(['A photo of delivery 1 has not arrived within 24 hours.'])
  await upload(driver, nameOf(driver, photo), content)
  expect(await inbox()).toEqual([])
  const { data, missing } = await proofs()
  expect(data[0]!.photo).toMatchObject({ state: 'stored', url: `/v1/photos/${photo.id}` })
  expect(missing).toEqual([])
  const file = await getFile(owner, photo.id)
  expect([file.statusCode, file.headers['content-type'], file.rawPayload]).toEqual([200, 'image/png', content])
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  expect((await getFile(viewer, photo.id)).statusCode).toBe(200)
  for (const stranger of [await makeMember(), await makeMember({ workspaceId: owner.workspaceId, role: 'client' })]) {
    expect((await getFile(stranger, photo.id)).statusCode).toBe(404)
  }
  const { data: entries, chain_intact } = await history()
  expect(chain_intact).toBe(true)
  expect(entries.slice(-3).map(({ kind }) => kind)).toEqual(['proved', 'status_changed', 'photo_checked'])
  expect(entries.at(-1)).toMatchObject({ actor_name: 'Karta', detail: { state: 'stored' } })
})

test('what arrives before its entry waits for it; other content and other files are told, and large ones refused', async () => {
  const { driver, proofs, take, send } = await start()
  const early = picture('early')
  const photos = [photoOf(early, near), photoOf(picture('signed'), near), photoOf(picture('text'), near)]
  await upload(driver, nameOf(driver, photos[0]!), early)
  for (const photo of photos) take({ kind: 'photo', photo })
  await send()
  await upload(driver, nameOf(driver, photos[1]!), picture('another'))
  const refused = await upload(driver, nameOf(driver, photos[2]!), Buffer.from('no photo'))
  expect(refused).toMatchObject({ statusCode: '415', message: 'mime type text/plain is not supported' })
  const huge = await upload(driver, nameOf(driver, photos[2]!), Buffer.alloc(40_000_000, picture('huge')))
  expect(huge).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
  await upload(driver, nameOf(driver, photos[2]!), Buffer.from('%PDF-1.7'), 'application/pdf')
  const states = (await proofs()).data.map(({ photo }) => photo!.state)
  expect(states).toEqual(['stored', 'mismatch', 'not_an_image'])
  expect((await getFile(driver, photos[0]!.id)).statusCode).toBe(403)
})

/** The phone's way of sending a file, over a real connection, and what it sent. */
function uploader(who: TestMember) {
  const state = { breakAt: Infinity, sent: [] as string[] }
  const send: UploadTools<Blob>['send'] = async (method, url, init) => {
    const offset = init.headers['upload-offset']
    state.sent.push(offset === undefined ? method : `${method} ${offset}`)
    const isBroken = state.sent.length === state.breakAt
    return fetch(new URL(url, base), {
      method,
      headers: { ...init.headers, authorization: `Bearer ${who.token}` },
      ...(init.body && { body: isBroken ? brokenOff(init.body) : init.body, duplex: 'half' }),
    })
  }
  const kept = { url: null as string | null }
  const put = (content: Buffer, name: string, type = 'image/png') =>
    uploadFile(
      { send, base64: btoa },
      {
        bucket: 'proofs',
        name,
        content: new Blob([Uint8Array.from(content)], { type }),
        url: kept.url,
        keepUrl: async (url) => void (kept.url = url),
      },
    )
  return { state, kept, put }
}

/** A body whose connection breaks in the middle. */
function brokenOff(body: Blob): ReadableStream<Uint8Array> {
  let hasBegun = false
  return new ReadableStream({
    async pull(controller) {
      if (hasBegun) return controller.error(new Error('The connection broke.'))
      hasBegun = true
      controller.enqueue(new Uint8Array(await body.slice(0, body.size / 2).arrayBuffer()))
    },
  })
}

/** Lets the server look at an object that is there. */
async function lookAt({ workspaceId }: TestMember, name: string) {
  return inWorkspace(deps.db, workspaceId, async (trx) => {
    const { id } = await trx
      .selectFrom('storage.objects')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await checkArrived(trx, workspaceId, id, clock)
  })
}

test('a photo whose upload breaks off goes on where it was, and one that expired begins anew', async () => {
  const { owner, driver, proofs, take, send } = await start()
  const content = Buffer.concat([picture('large'), randomBytes(700_000)])
  const photo = photoOf(content, near)
  take({ kind: 'photo', photo })
  await send()
  const { state, kept, put } = uploader(driver)
  const [name, original] = [nameOf(driver, photo), `${nameOf(driver, photo)}-original`]
  state.breakAt = 3
  await expect(put(content, name)).rejects.toThrow('fetch failed')
  expect(state.sent).toEqual(['POST', 'PATCH 0', 'PATCH 524288'])
  state.sent = []
  await put(content, name)
  expect(state.sent[0]).toBe('HEAD')
  expect(Number(state.sent[1]!.split(' ')[1])).toBeGreaterThanOrEqual(524_288)
  await lookAt(driver, name)
  expect((await proofs()).data[0]!.photo).toMatchObject({ state: 'stored' })
  expect((await getFile(owner, photo.id)).rawPayload.equals(content)).toBe(true)

  // The answer was lost: it is asked for, or begun again, and nothing is sent twice.
  state.sent = []
  await put(content, name)
  kept.url = null
  await put(content, name)
  expect(state.sent).toEqual(['HEAD', 'POST'])

  // A day later, the server has thrown away what was begun.
  state.breakAt = 5
  await expect(put(content, original)).rejects.toThrow('fetch failed')
  clock = new Date('2026-03-17T03:00:01Z')
  state.sent = []
  await put(content, original)
  expect(state.sent).toEqual(['HEAD', 'POST', 'PATCH 0', 'PATCH 524288'])
})

test('a phone is told of files that are never taken', async () => {
  const { driver } = await start()
  const { kept, put } = uploader(driver)
  const name = `${driver.userId}/${randomUUID()}`
  await expect(put(Buffer.alloc(40_000_000), name)).rejects.toMatchObject({ status: 413, isFinal: true })
  await expect(put(Buffer.from('no photo'), name, 'text/plain')).rejects.toMatchObject({ status: 415, isFinal: true })
  await expect(put(picture('door'), `${randomUUID()}/${randomUUID()}`)).rejects.toMatchObject({ isFinal: false })
  kept.url = '/storage/v1/upload/resumable/unheard-of'
  await put(picture('door'), name)
  expect(kept.url).not.toContain('unheard-of')
})

test('doubtful proofs are kept with what is doubtful, and what proves nothing is still missing', async () => {
  const { owner, params, take, deliver, send, proofs } = await start({
    requirements: ['photo', 'signature', 'scan', 'age', 'identity'],
    minimum_age: 21,
    temperature_max_c: 8,
    parcels: [{ code: 'K-1' }, {}],
  })
  take({ kind: 'photo', photo: photoOf(picture('far')) }, { ...near, lat: -6.16 })
  take({ kind: 'signature', photo: photoOf(picture('dot')), strokes: [[[500, 500, 0]]], name: 'Ibu Rina' })
  take({ kind: 'scan', code: 'X-9', by: 'hand' })
  take({ kind: 'scan', code: 'K-1', by: 'camera' })
  take({ kind: 'scan', code: 'k-1', by: 'camera' })
  take({ kind: 'age', years: 20, document: 'id_card' })
  take({ kind: 'identity', document: 'passport', matches: false })
  take({ kind: 'temperature', celsius: 9.5 }, null)
  deliver()
  expect(await send()).toEqual([...Array(4).fill('applied'), 'already_so', ...Array(4).fill('applied')])
  const { data, missing, needed } = await proofs()
  expect(data.map(({ flags }) => flags)).toEqual([
    ['far_from_pin'],
    ['thin_signature'],
    ['wrong_code'],
    [],
    ['too_young'],
    ['other_name'],
    ['too_warm'],
  ])
  expect(data[0]!.distance_m).toBeGreaterThan(300)
  expect(needed).toEqual(['scan', 'age', 'identity', 'temperature', 'signature', 'photo'])
  const number = (await as(owner).call(getDelivery, { params })).body.number
  expect(missing).toEqual([
    { kind: 'scan', codes: [`${number}-2`] },
    { kind: 'age', codes: [] },
    { kind: 'identity', codes: [] },
    { kind: 'signature', codes: [] },
  ])
  const list = async (proof: 'missing' | 'complete') =>
    (await as(owner).call(listDeliveries, { query: { proof } })).body.data.map(({ missing_proofs }) => missing_proofs)
  expect(await list('missing')).toEqual([['scan', 'age', 'identity', 'signature']])
  expect(await list('complete')).toEqual([])
  const told = (await as(owner).call(listAlerts, {})).body.data.map(({ kind, sentence }) => [kind, sentence])
  const without = `Delivery ${number} was delivered without proof that was asked for`
  expect(told).toContainEqual(['missing_proof', `${without}: Scan, Age check, Identity check, Signature.`])
  expect(told.map(([kind]) => kind)).toContain('far_from_pin')
  take({ kind: 'scan', code: `${number}-2`, by: 'hand' })
  take({ kind: 'identity', document: 'id_card', matches: true })
  await send()
  expect(await list('missing')).toEqual([['age', 'signature']])
})

test('a PIN is checked by the phone without a network, and by the server for good; wrong ones are counted', async () => {
  const { owner, driver, take, send, proofs } = await start({ requirements: ['pin'] })
  const { body: day } = await as(driver).call(road.getDriverDay, {})
  const [carried] = day.routes[0]!.stops.flatMap(({ delivery }) => delivery ?? [])
  const { pin } = await proofs()
  expect(pin).toMatchObject({ pin: expect.stringMatching(/^\d{4}$/), wrong_tries: 0, confirmed_at: null })
  expect(JSON.stringify(day)).not.toContain(`"${pin!.pin}"`)
  expect(await isRightPin(crypto.subtle as never, pin!.pin, carried!.pin_check!)).toBe(true)
  const wrong = pin!.pin === '0000' ? '1111' : '0000'
  expect(await isRightPin(crypto.subtle as never, wrong, carried!.pin_check!)).toBe(false)
  const known = async () =>
    (await as(driver).call(road.getDriverDay, {})).body.routes[0]!.stops[0]!.delivery!.has_proofs
  take({ kind: 'pin', code: wrong })
  await send()
  // Another phone of the driver hears only of what proves something.
  expect(await known()).toEqual([])
  take({ kind: 'pin', code: ` ${pin!.pin}` })
  await send()
  const { data, missing, pin: after } = await proofs()
  expect(data.map(({ flags, code }) => [flags, code])).toEqual([
    [['wrong_pin'], null],
    [[], null],
  ])
  expect(missing).toEqual([])
  expect(after).toMatchObject({ wrong_tries: 1, confirmed_at: clock.toISOString() })
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
  expect((await proofs(viewer)).pin).toBeNull()
  expect(await known()).toEqual(['pin'])
})

test('a proof of a delivery that never was the driver’s is refused, and a failed attempt shows its photos', async () => {
  const mine = await start()
  const theirs = await start()
  const proof = { kind: 'name', name: 'Budi' } as const
  const proof_id = randomUUID()
  mine.phone.write('proof_taken', { ...theirs.at, proof_id, proof })
  const photo = photoOf(picture('closed'))
  mine.phone.write('failed', { ...mine.at, reason: 'not_home', note: null, photos: [photo] })
  expect(await mine.send()).toEqual(['delivery_unknown', 'applied'])
  await upload(mine.driver, nameOf(mine.driver, photo), picture('closed'))
  const { data, photos } = await mine.proofs()
  expect(data).toEqual([])
  expect(photos).toMatchObject([{ about: 'failure', state: 'stored' }])
})

test('erasing a recipient takes proofs and photos along, also those that arrive later, and the chain still fits', async () => {
  const { owner, driver, params, take, send, proofs, history } = await start({ requirements: ['pin'] })
  const [here, late] = [photoOf(picture('here'), near), photoOf(picture('late'), near)]
  take({ kind: 'photo', photo: here })
  take({
    kind: 'signature',
    photo: late,
    strokes: [
      [
        [100, 100, 0],
        [900, 900, 9],
      ],
    ],
    name: 'Ibu Rina',
  })
  await send()
  await upload(driver, nameOf(driver, here), picture('here'))
  await proofs()
  await as(owner).call(setStatus, { params, body: { status: 'delivered' } as never })
  expect((await as(owner).call(eraseDelivery, { params })).status).toBe(200)
  await upload(driver, nameOf(driver, late), picture('late'))
  await expect.poll(async () => (await getFile(owner, here.id)).statusCode).toBe(404)
  const rows = await inWorkspace(deps.db, owner.workspaceId, async (trx) => ({
    objects: await trx.selectFrom('storage.objects').select('name').execute(),
    proofs: await trx.selectFrom('proofs').select(['data', 'lat']).execute(),
    photos: await trx.selectFrom('photos').select(['lat', 'object_id']).execute(),
    entries: await trx.selectFrom('road_entries').select(['data', 'fix']).execute(),
    pins: await trx.selectFrom('delivery_pins').select(['pin', 'hash']).execute(),
  }))
  expect(rows).toEqual({
    objects: [],
    proofs: [
      { data: {}, lat: null },
      { data: {}, lat: null },
    ],
    photos: [
      { lat: null, object_id: null },
      { lat: null, object_id: null },
    ],
    entries: [
      { data: null, fix: null },
      { data: null, fix: null },
    ],
    pins: [{ pin: '', hash: null }],
  })
  const after = await history()
  expect(after.chain_intact).toBe(true)
  expect(JSON.stringify(after)).not.toMatch(/Rina|106\.8/)
  take({ kind: 'name', name: 'Ibu Rina' })
  expect((await send()).at(-1)).toBe('was_erased')
})

const checks = {
  verifySignature: async (jws: string, key: object) =>
    JSON.parse(new TextDecoder().decode((await compactVerify(jws, await importJWK(key))).payload)) as unknown,
  verifyDevice: async (jwk: object, hash: string, signature: string) => {
    const key = createPublicKey({ key: jwk as never, format: 'jwk' })
    const signed = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(hash, 'hex'), { key, dsaEncoding: 'ieee-p1363' }, signed)
  },
}

const get = (who: TestMember, url: string) => app.inject({ url, headers: { authorization: `Bearer ${who.token}` } })

test('a delivery note shows the proofs, and one file proves what happened, down to the photos', async () => {
  const { owner, driver, params, take, deliver, send, beginShift } = await start({ requirements: ['photo'] })
  await beginShift()
  const photo = photoOf(picture('door'), near)
  take({ kind: 'photo', photo })
  take({
    kind: 'signature',
    photo: photoOf(picture('pen'), near),
    strokes: [
      [
        [100, 100, 0],
        [900, 900, 9],
      ],
    ],
    name: 'Ibu Rina',
  })
  deliver()
  await send()
  await upload(driver, nameOf(driver, photo), picture('door'))
  // Everything but the last proof is signed.
  await signHistories({ ...deps, now: () => clock })
  take({ kind: 'name', name: 'Pak Eko' })
  await send()

  const note = await get(owner, `/v1/deliveries/${params.id}/note.pdf`)
  expect([note.statusCode, note.headers['content-type'], note.body.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  const several = await get(owner, `/v1/deliveries/notes.pdf?proof=complete`)
  expect([several.statusCode, several.headers['content-disposition']]).toEqual([
    200,
    note.headers['content-disposition'],
  ])
  expect((await get(owner, `/v1/deliveries/notes.pdf?numbers=999999`)).body.slice(0, 5)).toBe('%PDF-')
  const url = `/v1/deliveries/${params.id}/custody`
  const file = (await get(owner, `${url}?with_personal_data=true`)).json<CustodyFile>()
  const given = [{ name: 'door.png', sha256: photo.sha256 }]
  const wrongIn = async (each: CustodyFile) =>
    (await verifyCustody(each, checks, given)).filter(({ is }) => is === 'wrong')
  expect(await wrongIn(file)).toEqual([])
  expect(file.signed!.leaf.length).toBe(file.chain.entries.length - 1)
  expect(file.entries.map(({ kind }) => kind)).toEqual(['proof_taken', 'proof_taken', 'delivered', 'proof_taken'])
  const changed = structuredClone(file)
  changed.entries[3]!.content!.data = {
    ...changed.entries[3]!.content!.data,
    proof: { kind: 'name', name: 'Pak Budi' },
  }
  expect(await wrongIn(changed)).toMatchObject([{ of: 'Phone entry 4 (proof taken)' }])

  const plain = (await get(owner, url)).json<CustodyFile>()
  expect(await wrongIn(plain)).toEqual([])
  expect(JSON.stringify(plain)).not.toMatch(/Rina|Eko|Budi|106\.8/)
  const stranger = await makeMember()
  for (const path of [url, `/v1/deliveries/${params.id}/note.pdf`])
    expect((await get(stranger, path)).statusCode).toBe(404)
})

test('the program on the API page does a stop with a photo, as an app of somebody else’s would', async () => {
  const { driver, proofs } = await start({ cash_amount: 50_000 })
  const folder = mkdtempSync(join(tmpdir(), 'karta-example-'))
  const file = join(folder, 'photo.png')
  writeFileSync(file, picture('of the door'))
  const program = join(import.meta.dirname, '../../../web/marketing/api/examples/drive.mjs')
  // Bypass any proxy on this machine.
  const env = { PATH: process.env.PATH, NO_PROXY: '*', KARTA_URL: base, KARTA_TOKEN: driver.token }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, file], { env })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  expect(stdout.trimEnd().split(/ *\n/)).toEqual([
    'route_received applied',
    'shift_started applied',
    'departed applied',
    'arrived applied',
    'proof_taken applied',
    'delivered applied',
    'message_sent applied',
    'positions 1',
    'photo uploaded',
  ])
  expect(await proofs()).toMatchObject({
    data: [{ kind: 'photo', flags: [], photo: { bytes: picture('of the door').length } }],
  })
})

test('an entry keeps no place from outside of a shift', async () => {
  const { take, send, beginShift, logged } = await start({ requirements: [] })
  take({ kind: 'name', name: 'Ibu Rina' })
  expect(await send()).toEqual(['applied'])
  await beginShift()
  take({ kind: 'name', name: 'Pak Eko' })
  await send()
  expect((await logged()).map(({ fix }) => fix?.lat)).toEqual([undefined, near.lat])
})

test('places leave the log of the phone when positions are not kept any more, names when proofs are not, and the file says so', async () => {
  const { owner, params, take, deliver, send, beginShift, logged } = await start({ requirements: [] })
  const { workspaceId } = owner
  await beginShift()
  take({ kind: 'name', name: 'Ibu Rina' })
  deliver()
  await send()
  const before = await logged()
  expect(before[0]).toMatchObject({ data: { proof: { name: 'Ibu Rina' } }, fix: { lat: near.lat } })
  clock = new Date('2026-06-15T03:00:00Z')
  await tidyPositions(deps)
  const placeless = await logged()
  expect(placeless).toEqual(before.map((each) => ({ ...each, fix: null })))
  const url = `/v1/deliveries/${params.id}/custody?with_personal_data=true`
  const headers = { authorization: `Bearer ${owner.token}` }
  const file = (await app.inject({ url, headers })).json<CustodyFile>()
  const findings = await verifyCustody(file, checks)
  expect(findings.filter(({ is }) => is === 'wrong')).toEqual([])
  expect(findings.filter(({ say }) => say.startsWith('The places of 1 entry'))).toMatchObject([{ is: 'unknown' }])
  await as(owner).call(changeRetention, { body: { proofs_days: 30 } })
  clock = new Date('2026-06-16T03:00:00Z')
  await applyRetention(deps)
  const [proof, end] = await logged()
  expect([proof!.data, end!.data]).toEqual([null, before[1]!.data])
  const left = await inWorkspace(deps.db, workspaceId, (trx) =>
    trx.selectFrom('proofs').select(['kind', 'data', 'lat']).execute(),
  )
  expect(left).toEqual([{ kind: 'name', data: {}, lat: null }])
})
