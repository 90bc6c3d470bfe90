import { expect, test } from 'vitest'
import { changeAlertSettings, finishAlert, listAlerts, seeAlert, seeAlerts } from '#domain/api/alerts.ts'
import { changeAlertChoices } from '#domain/api/push.ts'
import { listEvents } from '#domain/api/events.ts'
import { inWorkspace } from '../../db/connect.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { forgetAlerts, raiseAlert, settleAlert, type AlertDraft } from './commands.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const { as, deps, makeMember } = await testApp(() => ({ now: () => clock }))

const late: AlertDraft = { kind: 'late_expected', severity: 'medium', sentence: 'Delivery 1 is late', key: 'late:1' }
const raise = (workspaceId: string, draft: AlertDraft) =>
  inWorkspace(deps.db, workspaceId, (trx) => raiseAlert(trx, workspaceId, draft, clock))
const settle = (workspaceId: string, key: string) =>
  inWorkspace(deps.db, workspaceId, (trx) => settleAlert(trx, workspaceId, key, clock))

test('an alert is raised once, seen and done by people, and not again until it was over', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const driver = await dayMaker(deps.db, workspaceId).driver({ name: 'Budi', phone: '+62 811' }, {})
  const { id } = await raise(workspaceId, { ...late, driver_id: driver.id })
  await raise(workspaceId, { ...late, driver_id: driver.id })
  const inbox = async () => (await as(owner).call(listAlerts)).body
  expect(await inbox()).toMatchObject({
    open: 1,
    data: [{ id, state: 'open', driver_name: 'Budi', driver_phone: '+62 811', actions: ['call', 'message'] }],
  })
  const seen = await as(owner).call(seeAlert, { params: { id } })
  expect(seen.body).toMatchObject({ state: 'seen', seen_by: owner.email, version: 2 })
  const done = await as(owner).call(finishAlert, { params: { id } })
  expect(done.body).toMatchObject({ state: 'done', done_by: owner.email, settled_at: null })
  // It lasts, and somebody knows.
  await raise(workspaceId, late)
  expect((await inbox()).data).toEqual([])
  // It got worse.
  await raise(workspaceId, { ...late, severity: 'high' })
  expect((await inbox()).data).toMatchObject([{ id, state: 'open', severity: 'high', done_by: null }])
  await settle(workspaceId, late.key)
  await settle(workspaceId, late.key)
  expect((await inbox()).data).toEqual([])
  expect((await raise(workspaceId, late)).id).not.toBe(id)
  const { body } = await as(owner).call(listEvents, { query: { types: 'alert.*', limit: '50' } })
  expect(body.data.map(({ type }) => type)).toEqual([
    'alert.raised',
    'alert.seen',
    'alert.done',
    'alert.raised',
    'alert.settled',
    'alert.raised',
  ])
})

test('the list of people to tell names members who see alerts only, the first to be told first', async () => {
  const owner = await makeMember()
  const stranger = await makeMember()
  const step = (user_id: string, after_minutes: number) => ({ user_id, after_minutes })
  const refused = await as(owner).call(changeAlertSettings, { body: { escalation: [step(stranger.userId, 5)] } })
  expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'escalation.0.user_id' }] })
  const driver = await makeMember({ workspaceId: owner.workspaceId, role: 'driver' })
  const blind = await as(owner).call(changeAlertSettings, { body: { escalation: [step(driver.userId, 5)] } })
  expect(blind.code).toBe('validation_failed')
  const other = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  const escalation = [step(owner.userId, 20), step(other.userId, 5)]
  const { body } = await as(owner).call(changeAlertSettings, { body: { escalation } })
  expect(body.escalation.map(({ after_minutes }) => after_minutes)).toEqual([5, 20])
})

test('alerts that were done three months ago are deleted, and others stay', async () => {
  const began = clock
  const owner = await makeMember()
  const { workspaceId } = owner
  const done = await raise(workspaceId, late)
  await as(owner).call(finishAlert, { params: { id: done.id } })
  const open = await raise(workspaceId, { ...late, key: 'late:2' })
  const left = async () => {
    await forgetAlerts(deps.db, clock, 1000)
    const rows = await inWorkspace(deps.db, workspaceId, (trx) => trx.selectFrom('alerts').select('id').execute())
    return rows.map(({ id }) => id)
  }
  clock = new Date(began.getTime() + 89 * 86_400_000)
  expect(await left()).toHaveLength(2)
  clock = new Date(began.getTime() + 91 * 86_400_000)
  expect(await left()).toEqual([open.id])
  clock = began
})

test('all that is in the inbox is seen at once, but what came later and what somebody hides is not', async () => {
  const began = clock
  const owner = await makeMember()
  const { workspaceId } = owner
  await raise(workspaceId, late)
  await raise(workspaceId, { ...late, key: 'silent', kind: 'driver_silent', severity: 'high' })
  await raise(workspaceId, { ...late, key: 'message', kind: 'message' })
  const inbox = { inbox: false, push: false, mail: false }
  await as(owner).call(changeAlertChoices, { body: { choices: { message: inbox } } })
  const until = clock.toISOString()
  clock = new Date(clock.getTime() + 60_000)
  await raise(workspaceId, { ...late, key: 'later', severity: 'high' })
  const urgent = await as(owner).call(listAlerts, { query: { severity: 'high' } })
  expect(urgent.body.data).toHaveLength(2)
  expect((await as(owner).call(seeAlerts, { body: { until } })).body).toEqual({ seen: 2 })
  expect((await as(owner).call(seeAlerts, { body: { until } })).body).toEqual({ seen: 0 })
  expect((await as(owner).call(listAlerts)).body).toMatchObject({ open: 1, data: [{ state: 'open' }, {}, {}] })
  expect((await as(owner).call(seeAlerts, { body: { until, kind: 'message' } })).body).toEqual({ seen: 1 })
  clock = began
})
