import { z } from 'zod'
import {
  DriverOnMap,
  KeptPositions,
  mostPings,
  Ping,
  PingsReply,
  Stay,
  Tracker,
  TrailPoint,
} from '../schema/position.ts'
import { Instant } from '../time.ts'
import { endpoint, idParams, text } from './endpoint.ts'

const tag = 'Positions'

export const recordPings = endpoint({
  id: 'recordPings',
  method: 'POST',
  path: '/v1/pings',
  may: 'work_own_route',
  tag,
  summary:
    'Send the fixes of the driver who asks, collected since the last call. Each is kept once, within a shift only',
  body: z.strictObject({ pings: z.array(Ping).min(1).max(mostPings) }),
  reply: PingsReply,
})

export const listPositions = endpoint({
  id: 'listPositions',
  method: 'GET',
  path: '/v1/positions',
  may: 'see_positions',
  tag,
  summary: 'Where all drivers are now, with their shift, route and next stop',
  query: z.strictObject({
    on_shift: z.enum(['true', 'false']).optional().describe('Only those who are on shift, or who are not'),
  }),
  reply: z.object({ now: Instant, data: z.array(DriverOnMap) }),
})

export const erasePositions = endpoint({
  id: 'erasePositions',
  method: 'DELETE',
  path: '/v1/drivers/:id/positions',
  may: 'manage_workspace',
  tag,
  summary: 'Delete what is kept of where a driver was',
  params: idParams,
  reply: z.object({ erased: z.int().describe('How many positions there were') }),
})

const trailQuery = z.strictObject({
  from: Instant.optional().describe('By default, a day ago'),
  to: Instant.optional().describe('By default, a day later'),
  cursor: z.string().max(100).optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(5000)
    .describe('How many fixes to look at, before thinning'),
  tolerance_m: z.coerce
    .number()
    .min(0)
    .max(1000)
    .default(5)
    .describe('Leaves out what is nearer than this to the line between its neighbors; 0 keeps all'),
  hidden: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Also what is not shown because nobody can have been there'),
})
const Trail = z.object({ data: z.array(TrailPoint), next_cursor: z.string().nullable() })

export const getTrail = endpoint({
  id: 'getTrail',
  method: 'GET',
  path: '/v1/drivers/:id/trail',
  may: 'see_positions',
  tag,
  summary: 'Where a driver has been, oldest first',
  params: idParams,
  query: trailQuery,
  reply: Trail,
})

export const listStays = endpoint({
  id: 'listStays',
  method: 'GET',
  path: '/v1/drivers/:id/stays',
  may: 'see_positions',
  tag,
  summary: 'Where a driver stood for minutes, and the detours, oldest first',
  params: idParams,
  query: z.strictObject({
    from: Instant.optional().describe('By default, a day ago'),
    to: Instant.optional().describe('By default, a day later'),
  }),
  reply: z.object({ data: z.array(Stay) }),
})

export const getKeptPositions = endpoint({
  id: 'getKeptPositions',
  method: 'GET',
  path: '/v1/driver/positions',
  may: 'work_own_route',
  tag,
  summary: 'What is kept of the positions of the driver who asks, and for how long',
  reply: KeptPositions,
})

export const getOwnTrail = endpoint({
  id: 'getOwnTrail',
  method: 'GET',
  path: '/v1/driver/trail',
  may: 'work_own_route',
  tag,
  summary: 'Where the driver who asks has been, oldest first',
  query: trailQuery,
  reply: Trail,
})

export const listTrackers = endpoint({
  id: 'listTrackers',
  method: 'GET',
  path: '/v1/drivers/:id/trackers',
  may: 'see_operations',
  tag,
  summary: 'The trackers that send positions of a driver, newest first',
  params: idParams,
  reply: z.object({ data: z.array(Tracker) }),
})

export const createTracker = endpoint({
  id: 'createTracker',
  method: 'POST',
  path: '/v1/drivers/:id/trackers',
  may: 'change_fleet',
  tag,
  summary: 'Let a tracker, or an app such as Traccar Client, send positions of a driver. Its token is shown once',
  params: idParams,
  body: z.strictObject({ name: text(100).min(1) }),
  reply: z.object({
    tracker: Tracker,
    token: z.string().describe('The device identifier to enter. It is shown once'),
    url: z.string().describe('The server URL to enter'),
    link: z.string().describe('Both in one, as Traccar Client reads it from a QR code'),
    picture: z.string().describe('That QR code, as SVG'),
  }),
  status: 201,
})

export const revokeTracker = endpoint({
  id: 'revokeTracker',
  method: 'DELETE',
  path: '/v1/trackers/:id',
  may: 'change_fleet',
  tag,
  summary: 'Take no more positions from a tracker',
  params: idParams,
  reply: Tracker,
})
