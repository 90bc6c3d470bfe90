import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/calendar.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { createDayOff, createHoliday, deleteDayOff, deleteHoliday } from './commands.ts'
import { listDaysOff, listHolidays } from './queries.ts'

/** Serves drivers' days off and the workspace's holidays. */
export function registerCalendar(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listDaysOff, ({ trx, actor, query }) => listDaysOff(trx, actor.workspaceId, query))
  mount(app, deps, api.createDayOff, ({ trx, actor, body }) => createDayOff(trx, actor, body, now()))
  mount(app, deps, api.deleteDayOff, ({ trx, actor, params, seen }) => deleteDayOff(trx, actor, params.id, seen, now()))
  mount(app, deps, api.listHolidays, ({ trx, actor, query }) => listHolidays(trx, actor.workspaceId, query))
  mount(app, deps, api.createHoliday, ({ trx, actor, body }) => createHoliday(trx, actor, body, now()))
  mount(app, deps, api.deleteHoliday, ({ trx, actor, params, seen }) =>
    deleteHoliday(trx, actor, params.id, seen, now()),
  )
}
