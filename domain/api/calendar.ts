import { z } from 'zod'
import { DayOff, DayOffPage, Holiday, HolidayPage, NewDayOff, NewHoliday } from '../schema/calendar.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Calendar'

const between = {
  from: Day.optional().describe('Without those that are over before this day'),
  to: Day.optional().describe('Without those that begin after this day'),
}

export const listDaysOff = endpoint({
  id: 'listDaysOff',
  method: 'GET',
  path: '/v1/days-off',
  may: 'see_operations',
  tag,
  summary: 'List drivers’ days off, the earliest first',
  query: z.strictObject({ ...between, driver_id: z.uuid().optional(), ...pageQuery }),
  reply: DayOffPage,
})

export const createDayOff = endpoint({
  id: 'createDayOff',
  method: 'POST',
  path: '/v1/days-off',
  may: 'change_fleet',
  tag,
  summary: 'Give a driver a day off, or several days in a row',
  body: NewDayOff,
  reply: DayOff,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const deleteDayOff = endpoint({
  id: 'deleteDayOff',
  method: 'DELETE',
  path: '/v1/days-off/:id',
  may: 'change_fleet',
  tag,
  summary: 'Delete days off: the driver works then',
  params: idParams,
  record: 'changed',
})

export const listHolidays = endpoint({
  id: 'listHolidays',
  method: 'GET',
  path: '/v1/holidays',
  may: 'see_operations',
  tag,
  summary: 'List holidays, the earliest first',
  query: z.strictObject({ ...between, ...pageQuery }),
  reply: HolidayPage,
})

export const createHoliday = endpoint({
  id: 'createHoliday',
  method: 'POST',
  path: '/v1/holidays',
  may: 'change_fleet',
  tag,
  summary: 'Add a day on which nobody drives, or nobody of one depot',
  body: NewHoliday,
  reply: Holiday,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const deleteHoliday = endpoint({
  id: 'deleteHoliday',
  method: 'DELETE',
  path: '/v1/holidays/:id',
  may: 'change_fleet',
  tag,
  summary: 'Delete a holiday: drivers work as on any other day',
  params: idParams,
  record: 'changed',
})
