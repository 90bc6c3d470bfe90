import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/tiers.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { chooseDefaultTier, chooseLicensedDrivers } from './commands.ts'
import { readDailyUsage, readTier } from './queries.ts'

/** Serves what a workspace's tier allows, and what was used. */
export function registerTiers(app: FastifyInstance, deps: Deps): void {
  const { config, now } = deps
  const isBilled = config.stripe !== undefined
  const isDefaultOpen = !isBilled && config.defaultTier === undefined
  const supportEmail = config.contactDetails.email || config.contactTo || null
  const setting = () => ({ now: now(), isBilled, isDefaultOpen, supportEmail })
  mount(app, deps, api.getTier, ({ trx, actor }) => readTier(trx, actor.workspaceId, setting()))
  mount(app, deps, api.chooseLicensedDrivers, async ({ trx, actor, body }) => {
    await chooseLicensedDrivers(trx, actor, body.driver_ids, now())
    return readTier(trx, actor.workspaceId, setting())
  })
  mount(app, deps, api.chooseDefaultTier, async ({ trx, actor, body }) => {
    if (!isDefaultOpen) throw new AppError('tier_chosen')
    await chooseDefaultTier(trx, actor, body.tier, now())
    return readTier(trx, actor.workspaceId, setting())
  })
  mount(app, deps, api.readUsage, ({ trx, actor, query }) => readDailyUsage(trx, actor.workspaceId, query, now()))
}
