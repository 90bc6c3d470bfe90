import { z } from 'zod'
import { DefaultTier, LicensedDrivers, TierState, Usage } from '../schema/tier.ts'
import { Day } from '../time.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Tier and usage'

export const getTier = endpoint({
  id: 'getTier',
  method: 'GET',
  path: '/v1/tier',
  may: 'see_operations',
  tag,
  summary: 'What the workspace’s tier allows, and how much of it is used',
  reply: TierState,
})

export const chooseLicensedDrivers = endpoint({
  id: 'chooseLicensedDrivers',
  method: 'PUT',
  path: '/v1/tier/drivers',
  may: 'manage_billing',
  tag,
  summary: 'Choose who can be given routes when there are more active drivers than licenses',
  body: LicensedDrivers,
  reply: TierState,
})

export const chooseDefaultTier = endpoint({
  id: 'chooseDefaultTier',
  method: 'PUT',
  path: '/v1/tier/default',
  may: 'manage_billing',
  tag,
  summary: 'Choose the tier of this workspace and of new ones, once, on a server without payments',
  body: DefaultTier,
  reply: TierState,
})

export const readUsage = endpoint({
  id: 'readUsage',
  method: 'GET',
  path: '/v1/usage',
  may: 'manage_billing',
  tag,
  summary: 'What was used on each day',
  query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
  reply: Usage,
})
