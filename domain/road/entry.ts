import { z } from 'zod'
import type { Json } from '../chain/canonical-json.ts'
import { text } from '../api/endpoint.ts'
import { FailureReason } from '../schema/status.ts'
import { Location } from '../geo.ts'
import { MinorUnits } from '../schema/order.ts'
import { Instant } from '../time.ts'
import { outcomeCodes } from './outcomes.ts'

/*
 * What a driver does on the road. Each action is an entry of the device's own log: written to the phone first, chained by
 * hashes, signed with the device's key, and sent when there is a network. The server takes each once, in order.
 */

const id = z.uuid().toLowerCase()
const note = text(500).nullable().default(null)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Where the phone was, if it knew. */
export const Fix = z
  .strictObject({ ...Location.shape, accuracy_m: z.number().min(0).nullable().default(null), recorded_at: Instant })
  .meta({ id: 'Fix' })
export type Fix = z.infer<typeof Fix>

/** More than any camera makes. */
const mostBytes = 1e10
const mostPixels = 100_000

/** A photo, which is uploaded on its own. The hash in the signed entry proves that it is the same one. */
export const Photo = z
  .strictObject({
    id,
    sha256: hash,
    bytes: z.int().positive().max(mostBytes),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/webp']),
    width: z.int().positive().max(mostPixels),
    height: z.int().positive().max(mostPixels),
    taken_at: Instant,
    fix: Fix.nullable().default(null),
    original: z
      .strictObject({ sha256: hash, bytes: z.int().positive().max(mostBytes) })
      .nullable()
      .default(null),
  })
  .meta({ id: 'Photo' })
export type Photo = z.infer<typeof Photo>

const photos = z.array(Photo).max(20).default([])

/** How one parcel of a delivery ended. `index` is its place among the delivery's parcels, from 0. */
export const parcelEnds = ['delivered', 'refused', 'damaged', 'missing'] as const
export const ParcelEnd = z.strictObject({ index: z.int().min(0).max(99), state: z.enum(parcelEnds), note })

/** With whom or where a delivery was left. */
export const handedTo = [
  'recipient',
  'household',
  'neighbor',
  'reception',
  'mailbox',
  'safe_place',
  'front_door',
  'locker',
  'pickup_point',
] as const

export const vehicleParts = [
  'tires',
  'brakes',
  'lights',
  'mirrors',
  'body',
  'engine',
  'cooling',
  'doors',
  'other',
] as const
export const Defect = z.strictObject({ part: z.enum(vehicleParts), blocking: z.boolean(), note, photos })

/** Points of a stroke, as x and y from 0 to 1,000 and milliseconds since the first one. */
const Stroke = z
  .array(z.tuple([z.number(), z.number(), z.number()]))
  .min(1)
  .max(2000)

const IdentityDocument = z.enum(['id_card', 'passport', 'license', 'other'])

/** What proves a delivery. `code` is what was scanned or told; a PIN is checked by the server. */
export const Proof = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('photo'), photo: Photo }),
    z.strictObject({
      kind: z.literal('signature'),
      photo: Photo,
      strokes: z.array(Stroke).min(1).max(200),
      name: text(200),
    }),
    z.strictObject({ kind: z.literal('pin'), code: text(20).min(1) }),
    z.strictObject({ kind: z.literal('scan'), code: text(200).min(1), by: z.enum(['camera', 'hand']) }),
    z.strictObject({
      kind: z.literal('age'),
      years: z.int().min(0).max(150),
      document: IdentityDocument,
    }),
    // Neither the number nor a photo of the document.
    z.strictObject({
      kind: z.literal('identity'),
      document: IdentityDocument,
      matches: z.boolean().describe('Whether the name on the document is that of whoever may receive it'),
    }),
    z.strictObject({ kind: z.literal('name'), name: text(200).min(1) }),
    z.strictObject({ kind: z.literal('temperature'), celsius: z.number().min(-100).max(100) }),
  ])
  .meta({ id: 'Proof' })
export type Proof = z.infer<typeof Proof>

const atStop = { stop_id: id, delivery_id: id }
/** Of the stop, if it has one: a plan may have lost the stop meanwhile, and the delivery is what counts. */
const ofStop = { stop_id: id, delivery_id: id.nullable().default(null) }

/** The data of each kind of entry. */
export const roadData = {
  route_received: z.strictObject({ route_id: id }),
  shift_started: z.strictObject({ shift_id: id, vehicle_id: id.nullable() }),
  shift_ended: z.strictObject({
    shift_id: id,
    odometer_km: z.number().min(0).max(10_000_000).nullable().default(null),
  }),
  vehicle_checked: z.strictObject({
    vehicle_id: id,
    odometer_km: z.number().min(0).max(10_000_000).nullable().default(null),
    fuel_percent: z.number().min(0).max(100).nullable().default(null),
    defects: z.array(Defect).max(20).default([]),
    photos,
  }),
  break_started: z.strictObject({ stop_id: id.nullable().default(null) }),
  break_ended: z.strictObject({}),
  parcel_loaded: z.strictObject({
    delivery_id: id,
    index: z.int().min(0).max(99).nullable().describe('Which parcel; null for all of the delivery'),
    code: text(200).nullable().default(null),
    by: z.enum(['camera', 'hand']),
  }),
  parcel_missing: z.strictObject({ delivery_id: id, index: z.int().min(0).max(99).nullable(), note }),
  departed: z.strictObject({ ...ofStop }),
  arrived: z.strictObject({ ...ofStop, by: z.enum(['driver', 'geofence']).default('driver') }),
  picked_up: z.strictObject({ ...atStop, parcels: z.array(ParcelEnd).max(100).default([]), note }),
  proof_taken: z.strictObject({ ...atStop, proof_id: id, proof: Proof }),
  delivered: z.strictObject({
    ...atStop,
    to: z.enum(handedTo),
    received_by: text(200).nullable().default(null),
    parcels: z.array(ParcelEnd).max(100).default([]),
    cash: MinorUnits.nullable().default(null).describe('What was taken, in minor units'),
    note,
  }),
  failed: z.strictObject({ ...atStop, reason: FailureReason, note, photos }),
  undone: z.strictObject({ entry_id: id }),
  skipped: z.strictObject({ ...ofStop, note }),
  reordered: z.strictObject({ route_id: id, stop_ids: z.array(id).min(1).max(1000) }),
  stop_added: z.strictObject({
    route_id: id,
    delivery_id: id,
    address: text(500).min(1),
    location: Location.nullable(),
    recipient_name: text(200).nullable().default(null),
    recipient_phone: text(40).nullable().default(null),
    note,
  }),
  returned_to_depot: z.strictObject({ route_id: id, delivery_ids: z.array(id).max(1000), note }),
  handed_over: z.strictObject({ to_driver_id: id, delivery_ids: z.array(id).min(1).max(200), note }),
  taken_over: z.strictObject({ handover_entry_id: id, delivery_ids: z.array(id).min(1).max(200) }),
  temperature_read: z.strictObject({
    delivery_id: id.nullable().default(null),
    celsius: z.number().min(-100).max(100),
    /** Of the vehicle, if it has several. */
    compartment: text(40).min(1).optional(),
  }),
  cash_handed_in: z.strictObject({ handin_id: id, amount: MinorUnits, depot_id: id.nullable().default(null), note }),
  message_sent: z.strictObject({ message_id: id, text: text(2000), photo: Photo.nullable().default(null) }),
  messages_read: z.strictObject({ message_ids: z.array(id).min(1).max(200) }),
} as const

export type RoadKind = keyof typeof roadData
export const roadKinds = Object.keys(roadData) as RoadKind[]
export type RoadData = { [Kind in RoadKind]: z.infer<(typeof roadData)[Kind]> }

const common = {
  format: z.literal(1),
  id,
  device_id: id,
  sequence: z.int().min(1).describe('The first entry of a device has 1'),
  at: Instant.describe('By the clock of the phone'),
  clock_offset_ms: z
    .int()
    .nullable()
    .describe('What to add to `at` for the server’s time, as last measured; null if never'),
  fix: Fix.nullable(),
  previous_hash: hash.nullable(),
  hash,
  signature: z
    .string()
    .regex(/^[\w-]{86}$/)
    .describe('ECDSA P-256 with SHA-256 over the bytes of `hash`, as r and s, base64url'),
}

/** Whether data is nested no deeper than any kind of entry needs: whatever walks through it is safe then. */
function isShallow(data: object): boolean {
  let level: unknown[] = [data]
  for (let depth = 0; level.length; depth++) {
    if (depth > mostLevels) return false
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return true
}
const mostLevels = 32

/** An entry as it is sent. `data` is checked by its kind, so that one wrong entry does not refuse a whole batch. */
const data = z.record(z.string(), z.unknown()).refine(isShallow, 'Nested too deeply.') as unknown as z.ZodType<
  Record<string, Json>
>
export const SentEntry = z
  .strictObject({ ...common, kind: z.string().regex(/^[a-z_]{1,40}$/), data })
  .meta({ id: 'RoadEntry' })
export type SentEntry = z.infer<typeof SentEntry>

/** An entry whose data was checked. */
export type RoadEntry<Kind extends RoadKind = RoadKind> = {
  [K in Kind]: Omit<SentEntry, 'kind' | 'data'> & { kind: K; data: RoadData[K] }
}[Kind]

/**
 * What became of an entry. `applied`: it is what happened. `conflict`: likewise, but the plan had changed meanwhile; both
 * sides are told. `kept`: recorded, without effect, because it repeats what is already so or came from a revoked device.
 * `refused`: it cannot be taken, and the reason says why; the log goes on after it.
 */
export const entryOutcomes = ['applied', 'conflict', 'kept', 'refused'] as const
export const EntryResult = z
  .object({
    id: z.uuid(),
    outcome: z.enum(entryOutcomes),
    code: z.enum(outcomeCodes).nullable().describe('Of what is not plainly applied'),
    sentence: z.string().nullable(),
  })
  .meta({ id: 'EntryResult' })
export type EntryResult = z.infer<typeof EntryResult>
