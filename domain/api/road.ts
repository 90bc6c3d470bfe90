import { z } from 'zod'
import { EntryResult, SentEntry } from '../road/entry.ts'
import { Device, NewDevice } from '../schema/device.ts'
import { DriverDay } from '../schema/driver-day.ts'
import { RoadSettings, RoadSettingsPatch } from '../schema/road-settings.ts'
import { VehicleCheck } from '../schema/vehicle-check.ts'
import { Instant } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'On the road'

export const registerDevice = endpoint({
  id: 'registerDevice',
  method: 'POST',
  path: '/v1/driver/devices',
  may: 'work_own_route',
  tag,
  summary:
    'Register a phone of the driver who asks, with the key that signs its log; the same one again changes its name',
  body: NewDevice,
  reply: Device,
})

export const listOwnDevices = endpoint({
  id: 'listOwnDevices',
  method: 'GET',
  path: '/v1/driver/devices',
  may: 'work_own_route',
  tag,
  summary: 'The phones of the driver who asks',
  reply: z.object({ data: z.array(Device) }),
})

export const getDriverDay = endpoint({
  id: 'getDriverDay',
  method: 'GET',
  path: '/v1/driver/day',
  may: 'work_own_route',
  tag,
  summary: 'All that a driver’s phone needs for the day. With If-None-Match, 304 if nothing has changed',
  reply: DriverDay,
})

const entries = z.array(SentEntry).min(1).max(200)

/** What became of a batch, and where the log of the device goes on. */
const EntriesTaken = z
  .object({
    results: z.array(EntryResult).describe('In the order of the batch'),
    next_sequence: z.int(),
    last_hash: z.string().nullable(),
    now: Instant,
  })
  .meta({ id: 'EntriesTaken' })
export type EntriesTaken = z.infer<typeof EntriesTaken>

export const sendEntries = endpoint({
  id: 'sendEntries',
  method: 'POST',
  path: '/v1/driver/entries',
  may: 'work_own_route',
  tag,
  summary: 'Send what the driver did, from the log of a phone. Each entry counts once, however often it is sent',
  body: z.strictObject({ device_id: z.uuid().toLowerCase(), entries }),
  reply: EntriesTaken,
})

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/v1/devices',
  may: 'see_operations',
  tag,
  summary: 'The phones of drivers, the newest first',
  query: z.strictObject({ driver_id: z.uuid().optional() }),
  reply: z.object({ data: z.array(Device) }),
})

export const revokeDevice = endpoint({
  id: 'revokeDevice',
  method: 'DELETE',
  path: '/v1/devices/:id',
  may: 'change_fleet',
  tag,
  summary: 'A phone that was lost or returned counts no more. What it still sends waits for a decision',
  params: idParams,
  reply: Device,
})

export const listVehicleChecks = endpoint({
  id: 'listVehicleChecks',
  method: 'GET',
  path: '/v1/vehicles/:id/checks',
  may: 'see_operations',
  tag,
  summary: 'What drivers found when they took the vehicle, the newest first',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: z.object({ data: z.array(VehicleCheck), next_cursor: z.string().nullable() }),
})

export const mendVehicle = endpoint({
  id: 'mendVehicle',
  method: 'POST',
  path: '/v1/vehicle-checks/:id/mended',
  may: 'change_fleet',
  tag,
  summary: 'Say that a defect that kept the vehicle from driving is mended',
  params: idParams,
  reply: VehicleCheck,
  addsNothing: () => true,
})

const HeldEntry = z
  .object({
    id: z.uuid(),
    sequence: z.int(),
    kind: z.string(),
    happened_at: Instant,
    delivery_id: z.uuid().nullable(),
    delivery_number: z.int().nullable(),
  })
  .meta({ id: 'HeldEntry' })
export type HeldEntry = z.infer<typeof HeldEntry>

export const listHeldEntries = endpoint({
  id: 'listHeldEntries',
  method: 'GET',
  path: '/v1/devices/:id/held',
  may: 'see_operations',
  tag,
  summary: 'What a revoked phone sent, which waits for a decision, in its order; at most 1,000',
  params: idParams,
  reply: z.object({ data: z.array(HeldEntry) }),
})

export const settleHeldEntries = endpoint({
  id: 'settleHeldEntries',
  method: 'POST',
  path: '/v1/devices/:id/held',
  may: 'change_deliveries',
  tag,
  summary: 'Accept what a revoked phone sent, as if it had come in time, or discard it. Either way it stays on record',
  params: idParams,
  body: z.strictObject({ accept: z.boolean() }),
  reply: z.object({ results: z.array(EntryResult) }),
})

export const handInLog = endpoint({
  id: 'handInLog',
  method: 'POST',
  path: '/v1/driver/logs',
  may: 'anybody',
  tag,
  summary:
    'Hand in entries of a phone that cannot sign in any more, such as one whose driver was suspended. Its signature is proof enough that they are its own; they wait for a dispatcher',
  body: z.strictObject({ workspace_id: z.uuid().toLowerCase(), device_id: z.uuid().toLowerCase(), entries }),
  reply: EntriesTaken,
})

export const getRoadSettings = endpoint({
  id: 'getRoadSettings',
  method: 'GET',
  path: '/v1/settings/road',
  may: 'see_operations',
  tag,
  summary: 'What drivers are asked for on the road, and what they may do',
  reply: RoadSettings,
  record: 'shown',
})

export const changeRoadSettings = endpoint({
  id: 'changeRoadSettings',
  method: 'PATCH',
  path: '/v1/settings/road',
  may: 'manage_workspace',
  tag,
  summary: 'Change what drivers are asked for, and what they may do',
  body: RoadSettingsPatch,
  reply: RoadSettings,
  addsNothing: () => true,
  record: 'changed',
})
