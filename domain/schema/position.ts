import { z } from 'zod'
import { Location } from '../geo.ts'
import { Day, Instant } from '../time.ts'
import { StopKind } from './plan.ts'

/*
 * Where drivers are. A ping is one raw fix of a phone or tracker, and a position is where we now believe a driver is.
 */

const number = z.number().nullable().default(null)

/** One fix. Values that cannot be are left out, rather than refusing what else was sent. */
export const Ping = z
  .strictObject({
    recorded_at: z
      .string()
      .max(40)
      .describe('When the phone was there, as RFC 3339, by the server’s time if it is known'),
    lat: z.number(),
    lng: z.number(),
    accuracy_m: number,
    speed_mps: number,
    heading: number.describe('Degrees clockwise from north'),
    battery_percent: number,
    charging: z.boolean().nullable().default(null),
  })
  .meta({ id: 'Ping' })
export type Ping = z.infer<typeof Ping>

export const mostPings = 500

/**
 * Why a ping was not kept. `off_shift`: nothing outside of a shift is. `double`: it was there already. `invalid`: no place
 * or time. `future`, `too_old`: so far away in time that its day is not kept. `too_many`: more in a day than one a second.
 */
export const ignoredReasons = ['off_shift', 'double', 'invalid', 'future', 'too_old', 'too_many'] as const
export type IgnoredReason = (typeof ignoredReasons)[number]

/**
 * Why a ping was kept but is not shown. `null_island`: latitude and longitude are 0. `jump`: nobody drives as fast.
 * `inaccurate`: it could be anywhere within more than 500 m. `future`: its clock is ahead.
 */
export const hiddenReasons = ['null_island', 'jump', 'inaccurate', 'future'] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** A stop that the driver is at, as positions say. It is an offer: only the driver or a dispatcher says "arrived". */
export const NearStop = z
  .object({
    stop_id: z.uuid(),
    since: Instant,
    left_at: Instant.nullable().describe('The driver has left again'),
  })
  .meta({ id: 'NearStop' })
export type NearStop = z.infer<typeof NearStop>

export const PingsReply = z
  .object({
    accepted: z.int().describe('How many are now kept'),
    hidden: z.int().describe('How many of these are kept but not shown, because nobody can have been there'),
    ignored: z
      .array(z.object({ reason: z.enum(ignoredReasons), count: z.int() }))
      .describe('What was not kept, and why'),
    shift_id: z.uuid().nullable().describe('The shift that is open. Null: send nothing until the next one begins'),
    near: NearStop.nullable(),
  })
  .meta({ id: 'PingsReply' })
export type PingsReply = z.infer<typeof PingsReply>

export const positionSources = ['app', 'tracker'] as const

/** Where a driver is now. It never goes back in time. */
export const LivePosition = z
  .object({
    driver_id: z.uuid(),
    ...Location.shape,
    recorded_at: Instant,
    accuracy_m: z.number().nullable(),
    speed_mps: z.number().nullable(),
    heading: z.number().nullable(),
    battery_percent: z.number().nullable(),
    charging: z.boolean().nullable(),
    source: z.enum(positionSources),
    near: NearStop.nullable(),
    standing_since: Instant.nullable().describe('The driver has not moved since then, for some minutes at least'),
    off_route_m: z.number().nullable().describe('How far from the straight line to the next stop, if that is far'),
  })
  .meta({ id: 'LivePosition' })
export type LivePosition = z.infer<typeof LivePosition>

/** The next stop of a driver, and where it is. */
export const NextStop = z
  .object({
    id: z.uuid(),
    kind: StopKind,
    sequence: z.int(),
    name: z.string(),
    address: z.string(),
    location: Location.nullable(),
    arrival_at: Instant.describe('As planned'),
    expected_at: Instant.nullable().describe('As now expected, if that is known: as likely before as after it'),
    delivery_id: z.uuid().nullable(),
  })
  .meta({ id: 'NextStop' })
export type NextStop = z.infer<typeof NextStop>

/** One driver on the live map. */
export const DriverOnMap = z
  .object({
    driver_id: z.uuid(),
    name: z.string(),
    position: LivePosition.nullable().describe('The newest one of the last shift; null if there is none'),
    age_seconds: z.number().nullable().describe('Of the position, when this was asked'),
    shift: z
      .object({
        id: z.uuid(),
        started_at: Instant,
        on_break_since: Instant.nullable(),
        vehicle_id: z.uuid().nullable(),
      })
      .nullable()
      .describe('Null: not on shift'),
    route_id: z.uuid().nullable().describe('The dispatched route of today'),
    next_stop: NextStop.nullable(),
    stops_done: z.int(),
    stops_left: z.int(),
  })
  .meta({ id: 'DriverOnMap' })
export type DriverOnMap = z.infer<typeof DriverOnMap>

/** A place of a trail. */
export const TrailPoint = z
  .object({
    ...Location.shape,
    recorded_at: Instant,
    accuracy_m: z.number().nullable(),
    speed_mps: z.number().nullable(),
    hidden: z.enum(hiddenReasons).nullable(),
  })
  .meta({ id: 'TrailPoint' })
export type TrailPoint = z.infer<typeof TrailPoint>

/** Where a driver stood for minutes, or how far they left the way to the next stop. */
export const Stay = z
  .object({
    id: z.uuid(),
    kind: z.enum(['stay', 'detour']),
    from_at: Instant,
    to_at: Instant,
    ...Location.shape,
    stop_id: z.uuid().nullable().describe('The stop at which it was'),
    route_id: z.uuid().nullable(),
    off_route_m: z.number().nullable().describe('The farthest from the straight line to the next stop'),
  })
  .meta({ id: 'Stay' })
export type Stay = z.infer<typeof Stay>

/** What is kept of a driver's positions. */
export const KeptPositions = z
  .object({
    keeps_days: z.int().describe('After so many days, positions are deleted'),
    total: z.int(),
    days: z.array(z.object({ day: Day, count: z.int(), first_at: Instant, last_at: Instant })).describe('Newest first'),
    shift_id: z.uuid().nullable().describe('The open shift. Positions are taken only in one'),
    trackers: z.array(z.object({ name: z.string(), last_seen_at: Instant.nullable() })),
  })
  .meta({ id: 'KeptPositions' })
export type KeptPositions = z.infer<typeof KeptPositions>

/** A device or app of others that sends a driver's positions. */
export const Tracker = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    name: z.string(),
    created_at: Instant,
    last_seen_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
  })
  .meta({ id: 'Tracker' })
export type Tracker = z.infer<typeof Tracker>
