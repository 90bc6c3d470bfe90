import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { suspendMember } from '#domain/api/members.ts'
import * as api from '#domain/api/reports.ts'
import { inSiteScope } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { forgetDeleted } from './commands.ts'
import { mailSending, sendDueReports } from './tasks.ts'

// A Monday.
const monday = '2026-03-16T00:30:00Z'
let now = monday
beforeEach(() => void (now = monday))
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => new Date(now) }))

const content = { name: 'On time', measures: ['on_time_rate', 'attempts'] as const, range: 'last_week' as const }
const daily = { every: 'day' as const, at: '08:00', formats: ['pdf', 'csv'] as const, addresses: ['boss@example.com'] }

const create = (member: TestMember, fields: object = {}) =>
  as(member).call(api.createReport, { body: { ...content, measures: [...content.measures], ...fields } as never })
const read = async (member: TestMember, id: string) => (await as(member).call(api.getReport, { params: { id } })).body
const sendingsOf = async (member: TestMember, id: string) =>
  (await as(member).call(api.listReportSendings, { params: { id } })).body.data

type Attempt = { day?: string; driver_id?: string | null; depot_id?: string | null; on_time?: number }

/** Attempts of last week, as figures keep them. */
async function attempt({ workspaceId }: TestMember, attempts: Attempt[]) {
  await rig(deps.db, workspaceId, async (trx) => {
    for (const { day = '2026-03-10', driver_id = null, depot_id = null, on_time = 1 } of attempts) {
      await sql`insert into figure_attempts (workspace_id, delivery_id, attempt, day, number, hour, currency, arrived_at,
          ended_at, driver_id, depot_id, attempts, delivered, promised, on_time)
        values (${workspaceId}, new_id(), 1, ${day}, 1, 9, 'EUR', now(), now(), ${driver_id}, ${depot_id}, 1, 1, 1,
          ${on_time})`.execute(trx)
      await sql`insert into figure_days (workspace_id, day, stale_since, changed_at)
        values (${workspaceId}, ${day}, now(), now()) on conflict do nothing`.execute(trx)
    }
  })
}

/** Does the work of the tasks that wait, as a worker would. */
async function work({ workspaceId }: TestMember) {
  const waiting = await rig(deps.db, workspaceId, (trx) =>
    trx.selectFrom('report_sendings').select('id').where('workspace_id', '=', workspaceId).execute(),
  )
  for (const { id } of waiting) await mailSending(deps, workspaceId, id)
}

const mailsTo = (address: string) =>
  inSiteScope(deps.db, (trx) => trx.selectFrom('site.mails').selectAll().where('recipient', '=', address).execute())

/** An address of its own for each test, since mails belong to no workspace. */
const someone = () => `${crypto.randomUUID()}@example.com`

test('a report is saved, changed and deleted by whoever plans, and read by whoever sees figures', async () => {
  const owner = await makeMember()
  const viewer = await makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const { body: made, status } = await create(owner)
  expect(status).toBe(201)
  expect(made).toMatchObject({ name: 'On time', split: null, period: 'day', compare: true, schedule: null, version: 1 })
  expect(await create(owner, { name: 'ON TIME' })).toMatchObject({ code: 'duplicate_report' })
  expect(await create(viewer)).toMatchObject({ status: 403 })
  expect((await as(viewer).call(api.listReports)).body).toMatchObject({ data: [{ id: made.id }], total: 1 })
  const params = { id: made.id }
  const changed = await as(owner).call(api.changeReport, { params, body: { name: 'Late', measures: ['late'] } })
  expect(changed.body).toMatchObject({ name: 'Late', measures: ['late'], version: 2, scheduled_by: null })
  const stranger = await makeMember()
  for (const endpoint of [api.getReport, api.runReport, api.deleteReport, api.listReportSendings, api.printReport]) {
    expect(await as(stranger).call(endpoint as typeof api.getReport, { params })).toMatchObject({
      code: 'report_not_found',
    })
  }
  expect(await as(owner).call(api.deleteReport, { params })).toMatchObject({ status: 204 })
  expect(await as(viewer).call(api.getReport, { params })).toMatchObject({ code: 'report_not_found' })
})

test('what cannot be shown is refused, and so are records and members of others', async () => {
  const owner = await makeMember()
  const other = await makeMember()
  const { body: theirs } = await as(other).call(createDriver, { body: { name: 'Budi' } })
  expect(await create(owner, { measures: ['mood'] })).toMatchObject({ code: 'validation_failed' })
  expect(await create(owner, { measures: ['km'], split: 'client' })).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'measures', message: expect.stringContaining('by client') }],
  })
  expect(await create(owner, { filters: { driver_id: theirs.id } })).toMatchObject({ code: 'driver_not_found' })
  expect(await create(owner, { schedule: { ...daily, member_ids: [other.userId] } })).toMatchObject({
    code: 'member_not_found',
  })
  const addresses = Array.from({ length: 200 }, (_, at) => `a${at}@example.com`)
  expect(await create(owner, { schedule: { ...daily, addresses } })).toMatchObject({ code: 'validation_failed' })
  const { body: made } = await create(owner, { measures: ['km'], split: 'driver' })
  const params = { id: made.id }
  expect(await as(owner).call(api.changeReport, { params, body: { split: 'hour' } })).toMatchObject({
    code: 'validation_failed',
  })
  expect(await as(owner).call(api.sendReport, { params })).toMatchObject({ code: 'report_not_scheduled' })
})

test('a report over a driver who was deleted says so, and files are harmless whatever names say', async () => {
  const owner = await makeMember()
  const driver_id = crypto.randomUUID()
  const name = '=cmd|<script>'
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx
      .insertInto('figure_names')
      .values({ workspace_id: owner.workspaceId, kind: 'driver', key: driver_id, name })
      .execute(),
  )
  await attempt(owner, [{ driver_id }, { driver_id, on_time: 0 }, {}])
  const { body: made } = await create(owner, { name: '<b>"=1+1"\u202e', filters: { driver_id }, split: 'driver' })
  const params = { id: made.id }
  const run = (await as(owner).call(api.runReport, { params })).body
  expect(run).toMatchObject({
    from: '2026-03-09',
    to: '2026-03-15',
    filters: [{ filter: 'driver_id', name, state: 'deleted' }],
    total: { values: { attempts: 2, on_time_rate: 0.5 } },
    rows: [{ key: driver_id, name }],
  })
  const file = (ending: string) =>
    app.inject({ url: `/v1/reports/${made.id}/report.${ending}`, headers: { authorization: `Bearer ${owner.token}` } })
  const csv = await file('csv')
  expect(csv.body).toContain(`'=cmd|<script>,0.5,2`)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="b-1-1-2026-03-09-2026-03-15.csv"')
  expect((await file('pdf')).body.slice(0, 5)).toBe('%PDF-')
})

test('a report is mailed once at its time, whatever number of servers look, with the files that were chosen', async () => {
  const owner = await makeMember()
  const to = someone()
  await attempt(owner, [{}, { on_time: 0 }])
  const { body: made } = await create(owner, { schedule: { ...daily, addresses: [to], member_ids: [owner.userId] } })
  expect(made).toMatchObject({ next_at: '2026-03-16T01:00:00.000Z', scheduled_by: { user_id: owner.userId } })
  await sendDueReports(deps)
  expect(await sendingsOf(owner, made.id)).toEqual([])

  now = '2026-03-16T01:00:20Z'
  await Promise.all([sendDueReports(deps), sendDueReports(deps), sendDueReports(deps)])
  await Promise.all([work(owner), work(owner)])
  await work(owner)
  const mails = await mailsTo(to)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: expect.stringMatching(/^On time, Mon 9 Mar 2026/) })
  expect(mails[0]!.text_part).toContain('On time: 50.0%')
  expect(mails[0]!.text_part).toContain(`ask ${owner.email}`)
  expect(mails[0]!.attachments.map(({ name }) => name)).toEqual([
    'on-time-2026-03-09-2026-03-15.pdf',
    'on-time-2026-03-09-2026-03-15.csv',
  ])
  expect((await mailsTo(owner.email))[0]!.text_part).toContain('Stop these mails')
  expect(await sendingsOf(owner, made.id)).toMatchObject([
    {
      state: 'sent',
      due_at: '2026-03-16T01:00:00.000Z',
      by_name: null,
      recipients: [
        { name: owner.email, problem: null },
        { name: to, problem: null },
      ],
    },
  ])
  expect((await read(owner, made.id)).next_at).toBe('2026-03-17T01:00:00.000Z')

  // The server was away for days.
  now = '2026-03-20T12:00:00Z'
  await sendDueReports(deps)
  await sendDueReports(deps)
  await work(owner)
  expect(await mailsTo(to)).toHaveLength(2)
  expect((await sendingsOf(owner, made.id)).map(({ due_at }) => due_at)).toEqual([
    '2026-03-20T01:00:00.000Z',
    '2026-03-16T01:00:00.000Z',
  ])
})

test('a mail that the mail server refused is told of', async () => {
  const owner = await makeMember()
  const to = someone()
  const { body: made } = await create(owner, { schedule: { ...daily, addresses: [to] } })
  await as(owner).call(api.sendReport, { params: { id: made.id } })
  await work(owner)
  await inSiteScope(deps.db, (trx) =>
    trx
      .updateTable('site.mails')
      .set({ state: 'failed', failure: '550 no such user' })
      .where('recipient', '=', to)
      .execute(),
  )
  expect((await sendingsOf(owner, made.id))[0]!.recipients).toEqual([{ name: to, problem: '550 no such user' }])
})

test('a report is made with the rights of whoever scheduled it, or changed what it shows', async () => {
  const owner = await makeMember()
  const [north, south] = await rig(deps.db, owner.workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into depots (workspace_id, name, address, lat, lng)
      values (${owner.workspaceId}, 'North', 'A', 0, 0), (${owner.workspaceId}, 'South', 'A', 0, 0) returning id`.execute(
      trx,
    )
    return rows.map(({ id }) => id)
  })
  const limited = await makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId, depotIds: [north!] })
  await attempt(owner, [{ depot_id: north! }, { depot_id: south! }, { depot_id: south! }])
  const to = someone()
  const { body: made } = await create(owner, { schedule: { ...daily, addresses: [to] }, filters: { depot_id: south } })
  const params = { id: made.id }
  expect((await as(limited).call(api.runReport, { params })).body).toMatchObject({
    total: { values: { attempts: 0 } },
    filters: [{ name: null, state: 'hidden' }],
  })
  await as(limited).call(api.changeReport, { params, body: { name: 'Renamed' } })
  expect((await read(owner, made.id)).scheduled_by?.user_id).toBe(owner.userId)
  const filters = { driver_id: null, vehicle_id: null, depot_id: null, client_id: null }
  await as(limited).call(api.changeReport, { params, body: { filters } })
  expect((await read(owner, made.id)).scheduled_by?.user_id).toBe(limited.userId)
  now = '2026-03-16T01:00:00Z'
  await sendDueReports(deps)
  await work(owner)
  expect((await mailsTo(to))[0]!.text_part).toContain('Attempts: 1')
})

test('once whoever scheduled it may not see it any more, it is mailed no longer and says why', async () => {
  const owner = await makeMember()
  const dispatcher = await makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId })
  const to = someone()
  const { body: made } = await create(dispatcher, { schedule: { ...daily, addresses: [to] } })
  await as(owner).call(suspendMember, { params: { id: dispatcher.userId } })
  now = '2026-03-16T01:00:00Z'
  await sendDueReports(deps)
  const stopped = await read(owner, made.id)
  expect(stopped).toMatchObject({
    stopped: { why: `${dispatcher.email} is suspended.` },
    next_at: null,
    last_sending: null,
  })
  // Whoever sets it again has it mailed with their own rights, from the next time on.
  const body = { schedule: stopped.schedule }
  const again = await as(owner).call(api.changeReport, { params: { id: made.id }, body })
  expect(again.body).toMatchObject({
    stopped: null,
    scheduled_by: { user_id: owner.userId },
    next_at: '2026-03-17T01:00:00.000Z',
  })
  await sendDueReports(deps)
  expect(await mailsTo(to)).toEqual([])
})

test('without analytics in the tier, nothing is saved, and what is due says why it was not sent', async () => {
  const owner = await makeMember()
  const { body: made } = await create(owner, { schedule: { ...daily, addresses: [someone()] } })
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update workspaces set trial_ends_at = '2026-01-01' where id = ${owner.workspaceId}`.execute(trx),
  )
  expect(await create(owner, { name: 'Other' })).toMatchObject({ code: 'not_in_tier' })
  expect(await as(owner).call(api.runReport, { params: { id: made.id } })).toMatchObject({ code: 'not_in_tier' })
  now = '2026-03-16T01:00:00Z'
  await sendDueReports(deps)
  await work(owner)
  expect(await sendingsOf(owner, made.id)).toMatchObject([{ state: 'failed', problem: expect.stringMatching(/tier/i) }])
})

test('somebody sends a report by hand, ten times an hour at most', async () => {
  const owner = await makeMember()
  const { body: made } = await create(owner, { schedule: { ...daily, addresses: [someone()] } })
  const params = { id: made.id }
  const sent = await as(owner).call(api.sendReport, { params })
  expect(sent).toMatchObject({ status: 202, body: { state: 'waiting', by_name: owner.email, due_at: null } })
  for (let time = 2; time <= 10; time++) await as(owner).call(api.sendReport, { params })
  expect(await as(owner).call(api.sendReport, { params })).toMatchObject({ status: 429, code: 'too_many_sendings' })
  now = '2026-03-18T00:30:00Z'
  await work(owner)
  expect((await sendingsOf(owner, made.id))[0]).toMatchObject({
    state: 'failed',
    problem: 'It could not be sent within a day.',
  })
})

test('a member stops their own mails, whoever sends them, and gets them again', async () => {
  const owner = await makeMember()
  const viewer = await makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const schedule = { ...daily, addresses: [viewer.email], member_ids: [viewer.userId] }
  const { body: made } = await create(owner, { schedule })
  const params = { id: made.id }
  await as(viewer).call(api.stopReportMails, { params, body: {} })
  expect((await read(owner, made.id)).unwanted_by).toEqual([viewer.userId])
  await as(owner).call(api.sendReport, { params })
  await work(owner)
  expect((await sendingsOf(owner, made.id))[0]).toMatchObject({
    state: 'failed',
    recipients: [{ name: viewer.email, problem: 'Does not want it' }],
  })
  expect(await mailsTo(viewer.email)).toEqual([])
  expect((await as(viewer).call(api.stopReportMails, { params, body: { stopped: false } })).body.unwanted_by).toEqual(
    [],
  )
})

test('a key saves and runs reports, and has none mailed', async () => {
  const owner = await makeMember()
  const { body: key } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['planning'] } })
  const post = (url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key.secret}` }, ...(payload && { payload }) })
  expect((await post('/v1/reports', content)).statusCode).toBe(201)
  expect((await post('/v1/reports', { ...content, name: 'B', schedule: daily })).json()).toMatchObject({
    code: 'report_needs_member',
  })
  const { body: made } = await create(owner, { name: 'C', schedule: daily })
  expect((await post(`/v1/reports/${made.id}/send`)).json()).toMatchObject({ code: 'report_needs_member' })
})

test('a deleted report comes back with its schedule, sendings and refusals, and misses no time twice', async () => {
  const owner = await makeMember()
  const viewer = await makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const boss = someone()
  const schedule = { ...daily, addresses: [boss], member_ids: [viewer.userId] }
  const { body: made } = await create(owner, { schedule })
  const params = { id: made.id }
  await as(viewer).call(api.stopReportMails, { params, body: {} })
  await as(owner).call(api.sendReport, { params })
  await work(owner)
  await as(owner).call(api.sendReport, { params })
  const before = await read(owner, made.id)

  expect(await as(owner).call(api.deleteReport, { params })).toMatchObject({ status: 204 })
  expect((await as(owner).call(api.listReports)).body).toMatchObject({ data: [], total: 0 })
  for (const endpoint of [api.getReport, api.sendReport, api.listReportSendings, api.deleteReport]) {
    expect(await as(owner).call(endpoint as typeof api.getReport, { params })).toMatchObject({
      code: 'report_not_found',
    })
  }
  now = '2026-03-16T09:00:00Z'
  await sendDueReports(deps)
  await work(owner)
  expect(await mailsTo(boss)).toHaveLength(1)

  expect(await as(viewer).call(api.restoreReport, { params })).toMatchObject({ status: 403 })
  expect(await as(await makeMember()).call(api.restoreReport, { params })).toMatchObject({ code: 'report_not_found' })
  const { body: back } = await as(owner).call(api.restoreReport, { params })
  expect(back).toMatchObject({
    schedule: before.schedule,
    scheduled_by: before.scheduled_by,
    unwanted_by: [viewer.userId],
  })
  expect(back.version).toBeGreaterThan(before.version)
  expect(await as(owner).call(api.restoreReport, { params })).toMatchObject({ status: 200, body: back })
  expect(await sendingsOf(owner, made.id)).toMatchObject([
    { state: 'failed', problem: 'The report was deleted before it was sent.' },
    { state: 'sent' },
  ])
  await sendDueReports(deps)
  expect(await sendingsOf(owner, made.id)).toHaveLength(2)
  now = '2026-03-17T09:00:00Z'
  await sendDueReports(deps)
  await work(owner)
  expect(await mailsTo(boss)).toHaveLength(2)
})

test('a deleted report gives up its name, cannot come back over another one, and is gone after a day', async () => {
  const owner = await makeMember()
  const { body: made } = await create(owner)
  const params = { id: made.id }
  await as(owner).call(api.deleteReport, { params })
  const { body: other } = await create(owner)
  expect(await as(owner).call(api.restoreReport, { params })).toMatchObject({ code: 'duplicate_report' })
  await as(owner).call(api.deleteReport, { params: { id: other.id } })
  expect(await as(owner).call(api.restoreReport, { params })).toMatchObject({ status: 200 })
  now = '2026-03-17T00:31:00Z'
  const lost = { params: { id: other.id } }
  expect(await as(owner).call(api.restoreReport, lost)).toMatchObject({ code: 'report_not_found' })
  await forgetDeleted(deps.db, new Date(now))
  const kept = await rig(deps.db, owner.workspaceId, (trx) =>
    trx.selectFrom('reports').select('id').where('workspace_id', '=', owner.workspaceId).execute(),
  )
  expect(kept).toEqual([{ id: made.id }])
})
