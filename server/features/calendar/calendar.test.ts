import { expect, test } from 'vitest'
import { createDayOff, createHoliday, deleteDayOff, listDaysOff, listHolidays } from '#domain/api/calendar.ts'
import { createDepot } from '#domain/api/depots.ts'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { changePlanningSettings, getPlanningSettings } from '#domain/api/planning-settings.ts'
import { changeTerritory, createTerritory, deleteTerritory, listTerritories } from '#domain/api/territories.ts'
import { usualPlanningSettings } from '#domain/schema/planning-settings.ts'
import { inWorkspace } from '../../db/connect.ts'
import { clockFrom, day as today } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { readCalendar } from './queries.ts'

const { as, deps, makeMember } = await testApp((parts) => ({ now: clockFrom('12:00', parts.now) }))
const yesterday = '2026-03-15'

async function withDriver() {
  const member = await makeMember()
  const { body } = await as(member).call(createDriver, { body: { name: 'Budi' } })
  return { member, driver: body }
}

const dayOff = (member: TestMember, driver_id: string, first_day: string, last_day = first_day) =>
  as(member).call(createDayOff, { body: { driver_id, first_day, last_day, reason: 'Vacation' } })

test('days off are listed by day, seen by planning, and deleted', async () => {
  const { member, driver } = await withDriver()
  const { call } = as(member)
  const later = await dayOff(member, driver.id, '2026-04-01', '2026-04-03')
  const sooner = await dayOff(member, driver.id, today)
  expect(later).toMatchObject({ status: 201, body: { driver_name: 'Budi', reason: 'Vacation', version: 1 } })
  const { data } = (await call(listDaysOff, { query: { from: today } })).body
  expect(data.map(({ id }) => id)).toEqual([sooner.body.id, later.body.id])
  const between = { from: '2026-04-02', to: '2026-04-02' }
  expect((await call(listDaysOff, { query: between })).body.data).toMatchObject([{ first_day: '2026-04-01' }])
  const read = (on: string) =>
    inWorkspace(deps.db, member.workspaceId, (trx) => readCalendar(trx, member.workspaceId, on))
  expect((await read('2026-04-02')).daysOff).toMatchObject([{ driver_id: driver.id }])
  expect((await call(deleteDayOff, { params: { id: later.body.id } })).status).toBe(204)
  expect((await read('2026-04-02')).daysOff).toEqual([])
})

test('days off that overlap, are over, end before they begin, or last for years are refused with the reason', async () => {
  const { member, driver } = await withDriver()
  await dayOff(member, driver.id, '2026-04-01', '2026-04-03')
  expect(await dayOff(member, driver.id, '2026-04-03', '2026-04-09')).toMatchObject({
    code: 'day_off_overlaps',
    body: {
      first_day: '2026-04-01',
      last_day: '2026-04-03',
      detail: 'Budi already has 2026-04-01 to 2026-04-03 off. Choose other days, or delete those days off first.',
    },
  })
  for (const [first, last, path, message] of [
    [yesterday, yesterday, 'last_day', /over/],
    ['2026-05-02', '2026-05-01', 'last_day', /before the first/],
    ['2026-05-01', '2036-05-01', 'last_day', /At most a year/],
    ['2036-05-01', '2036-05-01', 'first_day', /next 5 years/],
  ] as const) {
    const { status, errors } = await dayOff(member, driver.id, first, last)
    expect([status, errors]).toEqual([400, [{ path, message: expect.stringMatching(message) }]])
  }
  // It began before today, and is not over.
  expect((await dayOff(member, driver.id, yesterday, today)).status).toBe(201)
})

test('a day is a holiday once, for all depots or for one', async () => {
  const { member } = await withDriver()
  const { call } = as(member)
  const location = { lat: -6.2, lng: 106.8 }
  const depot = await call(createDepot, { body: { name: 'North', address: 'Kemayoran', location } })
  const body = { day: '2026-03-19', name: 'Nyepi' }
  expect((await call(createHoliday, { body })).status).toBe(201)
  expect((await call(createHoliday, { body })).code).toBe('duplicate_holiday')
  expect((await call(createHoliday, { body: { ...body, depot_id: depot.body.id } })).status).toBe(201)
  expect((await call(createHoliday, { body: { ...body, day: yesterday } })).code).toBe('validation_failed')
  expect((await call(listHolidays, { query: { from: '2026-03-20' } })).body.total).toBe(0)
})

const area = (east: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [106, -6],
      [east, -6],
      [107, -7],
      [106, -6],
    ] as [number, number][],
  ],
})

test('zones are added, changed and deleted; one that crosses itself or names an unknown driver is refused', async () => {
  const { member, driver } = await withDriver()
  const { call } = as(member)
  const stranger = await withDriver()
  const body = { name: 'North', area: area(107), driver_ids: [driver.id], rule: 'only' as const }
  const { body: made } = await call(createTerritory, { body })
  expect(made).toMatchObject({ ...body, color: '#2563eb', version: 1 })
  expect((await call(createTerritory, { body: { ...body, name: 'NORTH' } })).code).toBe('duplicate_territory')
  const params = { id: made.id }
  const unknown = await call(changeTerritory, { params, body: { driver_ids: [stranger.driver.id] } })
  expect(unknown.code).toBe('driver_not_found')
  const bow = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ] as [number, number][]
  const crossing = await call(createTerritory, {
    body: { name: 'Bow', area: { type: 'Polygon', coordinates: [bow] } },
  })
  expect(crossing.errors).toEqual([{ path: 'area.coordinates', message: expect.stringMatching(/crosses itself/) }])
  const changed = await call(changeTerritory, { params, body: { area: area(108), rule: 'prefer' } })
  expect(changed.body).toMatchObject({ area: area(108), rule: 'prefer', version: 2 })
  expect((await call(deleteTerritory, { params })).status).toBe(204)
  expect((await call(listTerritories)).body.data).toEqual([])
})

test('planning settings are the usual ones until they are changed, and can be set back', async () => {
  const member = await makeMember()
  const { call } = as(member)
  expect((await call(getPlanningSettings)).body).toEqual(usualPlanningSettings)
  const change = {
    cost_per_km: 350_000,
    speeds: { bicycle: 15 },
    traffic: [
      { from: '00:00', factor: 1.2 },
      { from: '07:00', factor: 0.6 },
    ],
    balance: { of: 'time' as const, strength: 5 },
    keep_apart: [['food', 'paint']] as [string, string][],
    keep_apart_on_board: [['food', 'acid']] as [string, string][],
    priority_order: 'by_priority' as const,
  }
  expect((await call(changePlanningSettings, { body: change })).body).toMatchObject({ ...change, version: 2 })
  const wrong = await call(changePlanningSettings, { body: { traffic: [{ from: '07:00', factor: 0.6 }] } })
  expect(wrong.errors).toEqual([{ path: 'traffic.0.from', message: 'The first step starts at 00:00.' }])
  const { version: _, ...usual } = usualPlanningSettings
  expect((await call(changePlanningSettings, { body: usual })).body).toEqual({ ...usual, version: 3 })
})

test('a driver keeps a week with a night shift, breaks and places', async () => {
  const { member, driver } = await withDriver()
  const night = { start: '22:00', end: '30:00' }
  const change = {
    shift_end: '26:00',
    shift_start: '18:00',
    week: { mon: night, tue: night, wed: null, thu: null, fri: null, sat: null, sun: null },
    breaks: [
      { earliest: '25:00', latest: '26:00', minutes: 30 },
      { after_driving_minutes: 270, minutes: 45 },
    ],
    start_place: { address: 'Jl. Melati 3', location: { lat: -6.2, lng: 106.8 } },
    ends_anywhere: true,
    speed_factor: 0.9,
  }
  const params = { id: driver.id }
  expect((await as(member).call(changeDriver, { params, body: change })).body).toMatchObject(change)
  const end_place = change.start_place
  const both = await as(member).call(changeDriver, { params, body: { end_place } })
  expect(both.errors).toEqual([{ path: 'end_place', message: expect.stringMatching(/Choose one/) }])
  const noon = [{ earliest: '12:00', latest: '13:00', minutes: 30 }]
  const outside = await as(member).call(changeDriver, { params, body: { breaks: noon } })
  expect(outside.errors).toEqual([
    { path: 'breaks.0.latest', message: expect.stringMatching(/outside of every shift/) },
  ])
})
