import { z } from 'zod'
import { Replay, ReplayColumns, ReplayEta, ReplayFact } from '../schema/replay.ts'
import { Day } from '../time.ts'
import { endpoint, pageQuery } from './endpoint.ts'

const tag = 'Live'
const day = Day.describe('In the workspace’s time zone')
const { cursor } = pageQuery

export const getReplay = endpoint({
  id: 'getReplay',
  method: 'GET',
  path: '/v1/replay',
  may: 'see_positions',
  tag,
  summary: 'A day as it was driven: its drivers, their shifts and stops, and what of it is still kept',
  query: z.strictObject({ day }),
  reply: Replay,
})

export const listReplayPositions = endpoint({
  id: 'listReplayPositions',
  method: 'GET',
  path: '/v1/replay/positions',
  may: 'see_positions',
  tag,
  summary: 'Where drivers were on a day, in columns, driver by driver',
  query: z.strictObject({
    day,
    cursor,
    limit: z.coerce.number().int().min(100).max(50_000).default(20_000).describe('How many fixes one page looks at'),
  }),
  reply: z.object({ data: z.array(ReplayColumns), next_cursor: z.string().nullable() }),
})

export const listReplayFacts = endpoint({
  id: 'listReplayFacts',
  method: 'GET',
  path: '/v1/replay/facts',
  may: 'see_positions',
  tag,
  summary: 'What happened, was decided or raised an alert on a day, in the order in which Karta knew it',
  query: z.strictObject({
    day,
    cursor,
    limit: z.coerce.number().int().min(1).max(1000).default(500).describe('How many events one page looks at'),
  }),
  reply: z.object({ data: z.array(ReplayFact), next_cursor: z.string().nullable() }),
})

export const listReplayEtas = endpoint({
  id: 'listReplayEtas',
  method: 'GET',
  path: '/v1/replay/etas',
  may: 'see_positions',
  tag,
  summary: 'When a driver was expected at the stops of a day, as it was said then',
  query: z.strictObject({
    day,
    driver_id: z.uuid(),
    cursor,
    limit: z.coerce.number().int().min(1).max(2000).default(1000),
  }),
  reply: z.object({ data: z.array(ReplayEta), next_cursor: z.string().nullable() }),
})
