import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

const coordinate = z.string().regex(/^[\w-]{43}$/, 'No coordinate of a P-256 key.')

/** The public half of the key with which a device signs its log. The other half never leaves it. */
export const DeviceKey = z
  .object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
  .meta({ id: 'DeviceKey' })
export type DeviceKey = z.infer<typeof DeviceKey>

/** A phone that a driver works with. */
export const Device = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    name: z.string().describe('What it is, such as Pixel 8'),
    platform: z.string(),
    registered_at: Instant,
    last_seen_at: Instant.nullable().describe('When it last sent entries'),
    last_sequence: z.int().describe('How many entries of its log have arrived'),
    last_hash: z.string().nullable().describe('Of the last one, which the next one names'),
    revoked_at: Instant.nullable(),
    revoked_by: z.string().nullable(),
    held: z.int().describe('Entries that came after it was revoked, and wait for a decision'),
    version: Version,
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>

export const NewDevice = z
  .strictObject({
    id: z.uuid().toLowerCase().describe('Made on the device'),
    name: text(100).min(1),
    platform: text(100),
    public_key: DeviceKey,
  })
  .meta({ id: 'NewDevice' })
export type NewDevice = z.infer<typeof NewDevice>
