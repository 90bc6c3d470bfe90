import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { listEvents } from '#domain/api/events.ts'
import * as api from '#domain/api/messages.ts'
import { changeRetention } from '#domain/api/retention.ts'
import { registerDevice, sendEntries } from '#domain/api/road.ts'
import { inWorkspace } from '../../db/connect.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { openPhone, type Phone } from '../../testing/phone.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { applyRetention } from '../retention/tasks.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const { as, deps, makeMember } = await testApp(() => ({ now: () => clock }))
const later = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000))

/** A workspace with a driver who has a phone. */
async function start() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const make = dayMaker(deps.db, workspaceId)
  const addDriver = async (name: string) => {
    const member = await makeMember({ workspaceId, role: 'driver' })
    const { id } = await make.driver({ name, user_id: member.userId }, {})
    const phone = openPhone(() => clock)
    await as(member).call(registerDevice, { body: phone.device })
    return { member, id, phone }
  }
  return { owner, workspaceId, addDriver, budi: await addDriver('Budi') }
}

const send = async (who: TestMember, phone: Phone) =>
  (await as(who).call(sendEntries, { body: { device_id: phone.id, entries: phone.log } })).body.results.map(
    ({ outcome, code }) => (code ? `${outcome}: ${code}` : outcome),
  )
const own = async (who: TestMember, after = 0) =>
  (await as(who).call(api.listOwnMessages, { query: { after: String(after) } as never })).body
const thread = async (who: TestMember, id: string) =>
  (await as(who).call(api.listDriverMessages, { params: { id } })).body.data
const write = (who: TestMember, id: string, text: string) =>
  as(who).call(api.sendMessage, { params: { id }, body: { text } })

test('a message waits for the phone, and both sides see when it arrived and was read', async () => {
  const { owner, budi } = await start()
  const sent = await write(owner, budi.id, 'Gate 3 today')
  expect(sent).toMatchObject({ status: 201, body: { state: 'sent', from: 'dispatcher', text: 'Gate 3 today' } })
  later(60)
  const first = await own(budi.member)
  expect(first).toMatchObject({ data: [{ id: sent.body.id, text: 'Gate 3 today' }], unread: 1, more: false })
  expect(await thread(owner, budi.id)).toMatchObject([{ state: 'sent' }])
  // Asking for what comes after it says that the phone has it.
  expect(await own(budi.member, first.last)).toMatchObject({ data: [], last: first.last, unread: 1 })
  expect(await thread(owner, budi.id)).toMatchObject([{ state: 'delivered', delivered_at: clock.toISOString() }])
  budi.phone.write('messages_read', { message_ids: [sent.body.id] })
  expect(await send(budi.member, budi.phone)).toEqual(['applied'])
  expect(await thread(owner, budi.id)).toMatchObject([{ state: 'read' }])
  // Another phone of the driver learns that it was read.
  expect(await own(budi.member, first.last)).toMatchObject({ data: [{ state: 'read' }], unread: 0 })
  const { body } = await as(owner).call(listEvents, { query: { types: 'message.*', limit: '50' } as never })
  expect(body.data.map(({ type }) => type)).toEqual(['message.sent', 'message.delivered', 'message.read'])
  expect(JSON.stringify(body)).not.toContain('Gate 3')
})

test('what a driver wrote offline arrives once, as it was written, and raises one alert until somebody reads it', async () => {
  const { owner, budi } = await start()
  const hostile = '<img src=x onerror=alert(1)> \u202e ’); drop table x; 😀'
  const written = clock.toISOString()
  const message_id = randomUUID()
  budi.phone.write('message_sent', { message_id, text: hostile, photo: null })
  budi.phone.write('message_sent', { message_id, text: 'Again', photo: null })
  budi.phone.write('message_sent', { message_id: randomUUID(), text: '  ', photo: null })
  budi.phone.write('message_sent', { message_id: randomUUID(), text: 'x'.repeat(2001), photo: null })
  budi.phone.write('message_sent', { message_id: randomUUID(), text: 'Bell\u0007', photo: null })
  budi.phone.write('messages_read', { message_ids: [message_id] })
  later(3600)
  const outcomes = ['applied', 'kept: already_so', ...Array(3).fill('refused: invalid'), 'kept: already_so']
  expect(await send(budi.member, budi.phone)).toEqual(outcomes)
  expect(await send(budi.member, budi.phone)).toEqual(outcomes)
  expect(await thread(owner, budi.id)).toMatchObject([
    {
      id: message_id,
      text: hostile,
      from: 'driver',
      state: 'delivered',
      sent_at: written,
      received_at: clock.toISOString(),
    },
  ])
  const alerts = async () => (await as(owner).call(listAlerts)).body.data
  expect(await alerts()).toMatchObject([{ kind: 'message', driver_id: budi.id, sentence: 'Budi wrote a message.' }])
  const { last } = await own(budi.member)
  expect((await as(owner).call(api.listThreads)).body).toMatchObject({
    unread: 1,
    data: [
      { driver_name: 'Budi', unread: 1, waiting: 0, has_account: true, on_shift: false, last: { id: message_id } },
    ],
  })
  const read = () => as(owner).call(api.readMessages, { params: { id: budi.id } })
  expect((await read()).body).toEqual({ read: 1 })
  expect((await read()).body).toEqual({ read: 0 })
  expect(await alerts()).toEqual([])
  expect((await own(budi.member, last)).data).toMatchObject([{ id: message_id, state: 'read', read_by: null }])
})

test('a broadcast reaches everybody on shift or those chosen, and nobody of another workspace', async () => {
  const { owner, budi, addDriver } = await start()
  const sari = await addDriver('Sari')
  const stranger = await start()
  const tell = (body: object) => as(owner).call(api.broadcastMessage, { body: body as never })
  expect(await tell({ text: 'Rain' })).toMatchObject({ status: 409, code: 'nobody_on_shift' })
  budi.phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  await send(budi.member, budi.phone)
  const rain = await tell({ text: 'Rain' })
  expect(rain).toMatchObject({ status: 201, body: { driver_ids: [budi.id] } })
  expect(await tell({ text: 'Hi', driver_ids: [sari.id, budi.id, sari.id] })).toMatchObject({
    body: { driver_ids: [sari.id, budi.id].toSorted() },
  })
  expect((await own(sari.member)).data.map(({ text }) => text)).toEqual(['Hi'])
  expect((await own(budi.member)).data).toMatchObject([
    { text: 'Rain', broadcast_id: rain.body.broadcast_id },
    { text: 'Hi' },
  ])
  expect(await tell({ text: 'Hi', driver_ids: [stranger.budi.id] })).toMatchObject({ code: 'driver_not_found' })
  expect(await tell({ text: ' ' })).toMatchObject({ status: 400, errors: [{ path: 'text' }] })
  const theirs = await write(stranger.owner, stranger.budi.id, 'Secret')
  const { id } = theirs.body
  expect(await as(owner).call(api.eraseMessage, { params: { id } })).toMatchObject({ code: 'message_not_found' })
  expect(await as(owner).call(api.getMessagePhoto, { params: { id } })).toMatchObject({ code: 'photo_not_found' })
  for (const who of [budi.member, stranger.budi.member]) {
    const photo = await as(who).call(api.getOwnMessagePhoto, { params: { id } })
    expect(photo).toMatchObject({ status: 404, code: 'photo_not_found' })
  }
  expect(await write(owner, stranger.budi.id, 'x')).toMatchObject({ status: 404, code: 'driver_not_found' })
})

/** A file in the bucket of photos, with no content behind it. */
const addFile = (workspaceId: string, name: string, { sha256, type }: { sha256: string; type: string }) =>
  inWorkspace(deps.db, workspaceId, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`insert into storage.blobs (sha256, bytes, touched_at) values (${sha256}, 3, now()) on conflict do nothing`.execute(
      trx,
    )
    await sql`insert into storage.buckets (workspace_id, id, name) values (${workspaceId}, 'proofs', 'proofs')
      on conflict do nothing`.execute(trx)
    await sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, shown_type, metadata, version)
      values (${workspaceId}, 'proofs', ${name}, ${sha256}, 3, ${type}, '{}', gen_random_uuid())`.execute(trx)
  })
const countFiles = (workspaceId: string) =>
  inWorkspace(deps.db, workspaceId, async (trx) =>
    Number((await sql<{ n: number }>`select count(*) as n from storage.objects`.execute(trx)).rows[0]!.n),
  )

test('photos go both ways, and erasing a message takes its photo and the text in the phone’s log along', async () => {
  const { owner, workspaceId, budi } = await start()
  const sha256 = createHash('sha256').update('jpg').digest('hex')
  const photo = { id: randomUUID(), sha256, bytes: 3, media_type: 'image/jpeg', width: 2, height: 2 } as const
  const message_id = randomUUID()
  const taken = { ...photo, taken_at: clock.toISOString(), fix: null, original: null }
  budi.phone.write('message_sent', { message_id, text: 'This dent', photo: taken })
  await send(budi.member, budi.phone)
  expect(await thread(owner, budi.id)).toMatchObject([{ photo: { state: 'expected', url: null } }])
  const desk = owner.userId
  await addFile(workspaceId, `${desk}/map.png`, { sha256, type: 'image/png' })
  await addFile(workspaceId, `${desk}/page.svg`, { sha256, type: 'image/svg+xml' })
  await addFile(workspaceId, `${budi.member.userId}/door.jpg`, { sha256, type: 'image/jpeg' })
  const stranger = await start()
  await addFile(stranger.workspaceId, `${desk}/theirs.png`, { sha256, type: 'image/png' })
  const show = (name: string) => as(owner).call(api.sendMessage, { params: { id: budi.id }, body: { photo: name } })
  const notTheirs = [`${desk}/page.svg`, `${desk}/theirs.png`, `${budi.member.userId}/door.jpg`, `${desk}/../map.png`]
  for (const name of notTheirs) expect(await show(name)).toMatchObject({ status: 404, code: 'photo_not_found' })
  const shown = (await show(`${desk}/map.png`)).body
  expect(shown.photo).toEqual({ state: 'stored', url: `/v1/messages/${shown.id}/photo` })
  expect((await own(budi.member)).data[1]!.photo!.url).toBe(`/v1/driver/messages/${shown.id}/photo`)
  for (const id of [message_id, shown.id]) {
    const { body } = await as(owner).call(api.eraseMessage, { params: { id } })
    expect(body).toMatchObject({ text: '', erased_at: clock.toISOString() })
  }
  expect(await countFiles(workspaceId)).toBe(2)
  const left = await inWorkspace(deps.db, workspaceId, (trx) =>
    sql`select data from road_entries union all select to_json(t) from driver_messages t`.execute(trx),
  )
  expect(JSON.stringify(left.rows)).not.toContain('dent')
  expect(await send(budi.member, budi.phone)).toEqual(['applied'])
  expect((await own(budi.member)).data).toMatchObject([{ text: '' }, { text: '', photo: { state: 'removed' } }])
  // What proves something stays, also if somebody showed it in a message that is erased.
  const proof = { ...taken, id: randomUUID() }
  const name = `${budi.member.userId}/${proof.id}`
  await addFile(workspaceId, name, { sha256, type: 'image/png' })
  budi.phone.write('message_sent', { message_id: randomUUID(), text: 'Proof', photo: proof })
  await send(budi.member, budi.phone)
  await as(owner).call(api.eraseMessage, { params: { id: (await show(name)).body.id } })
  expect((await thread(owner, budi.id)).map(({ photo: each }) => each?.state)).toContain('stored')
})

test('a workspace has its own ready-made answers, and drivers get them with their messages', async () => {
  const { owner, budi } = await start()
  expect((await own(budi.member)).answers).toBeNull()
  const body = { driver_answers: ['On my way', 'Call me'] }
  const { version } = (await as(owner).call(api.changeMessageSettings, { body })).body
  expect(version).toBe(2)
  expect((await own(budi.member)).answers).toEqual(body.driver_answers)
  const stale = await as(owner).call(api.changeMessageSettings, { body, headers: { 'if-match': '"1"' } })
  expect(stale.status).toBe(412)
})

test('messages go when they are older than the workspace keeps them, from the log of the phone too', async () => {
  const { owner, budi, workspaceId } = await start()
  await write(owner, budi.id, 'Rina is at the gate')
  budi.phone.write('message_sent', { message_id: randomUUID(), text: 'Rina has a dog', photo: null })
  await send(budi.member, budi.phone)
  await as(owner).call(changeRetention, { body: { messages_days: 7 } })
  const began = clock
  later(6 * 86_400)
  await applyRetention(deps)
  expect((await thread(owner, budi.id)).map(({ text }) => text)).toEqual(['Rina has a dog', 'Rina is at the gate'])
  later(3 * 86_400)
  await applyRetention(deps)
  clock = began
  expect(await thread(owner, budi.id)).toEqual([])
  const left = await inWorkspace(deps.db, workspaceId, (trx) =>
    sql`select data from road_entries union all select to_json(t) from driver_messages t`.execute(trx),
  )
  expect(JSON.stringify(left.rows)).not.toContain('Rina')
})
