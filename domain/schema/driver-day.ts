import { z } from 'zod'
import { Location } from '../geo.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { DeliveryStatus } from './delivery.ts'
import { DeliveryKind, Parcel, Requirement, TimeWindow } from './order.ts'
import { PreparationState } from './pickup-place.ts'
import { StopKind } from './plan.ts'
import { DoorReceiver } from './prescription.ts'
import { RoadSettings } from './road-settings.ts'
import { Wishes } from './wishes.ts'
import { Version } from './version.ts'
import { parcelEnds } from '../road/entry.ts'

/*
 * All that a driver's phone needs for the day, in one reply, so that it works without a network from then on.
 */

/** What is known of a parcel on its way: whether it is in the vehicle, and how it ended. */
export const ParcelProgress = z.object({
  index: z.int(),
  loaded: z.enum(['loaded', 'missing']).nullable(),
  end: z.enum(parcelEnds).nullable(),
})

/** A delivery as its driver sees it. At a pickup, name, phone, window and notes are of whoever hands it over. */
export const CarriedDelivery = z
  .object({
    id: z.uuid(),
    number: z.int(),
    version: Version,
    kind: DeliveryKind,
    status: DeliveryStatus,
    reference: z.string().nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    notes: z.string().nullable(),
    wishes: Wishes.nullable().describe('What the recipient asked for; null at a pickup'),
    window_start: DayTime.nullable(),
    window_end: DayTime.nullable(),
    more_windows: z.array(TimeWindow),
    parcels: z.array(Parcel),
    progress: z.array(ParcelProgress),
    units: z.int().nullable(),
    weight_kg: z.number().nullable(),
    skills: z.array(z.string()),
    tags: z.array(z.string()),
    requirements: z.array(Requirement).describe('Of the delivery and of the workspace'),
    minimum_age: z.int().nullable(),
    cash_amount: z.int().nullable().describe('To be taken, in minor units'),
    temperature_min_c: z.number().nullable(),
    temperature_max_c: z.number().nullable(),
    custom: z.array(z.object({ label: z.string(), value: z.string() })).describe('Fields that drivers may see'),
    pin_check: z
      .object({ salt: z.string(), iterations: z.int(), hash: z.string() })
      .nullable()
      .describe('By what the phone checks the PIN without a network, if the delivery asks for one'),
    handed_to: DoorReceiver.nullable().describe('Who may receive it, if a prescription says so; null at a pickup'),
    place_name: z.string().nullish().describe('What the place is called, if it is one of several; null at a pickup'),
    has_proofs: z.array(z.string()).describe('Kinds of proof that are already there and prove something'),
    failure_reason: z.string().nullable(),
    place: z
      .object({
        entrance: Location.nullable(),
        parking: Location.nullable(),
        gate_code: z.string().nullable(),
        notes: z.string().nullable(),
      })
      .nullable()
      .describe('What the address book says about the door, where to park, and how to get in'),
    kitchen: z
      .object({
        state: PreparationState,
        ready_at: Instant,
        made_ready_at: Instant.nullable(),
        parking: z.string().nullable(),
        contact_name: z.string().nullish().describe('Who hands orders over, if that is not the name of the place'),
      })
      .nullish()
      .describe('At the pickup of a pickup place, which `name` names then: how far its kitchen is'),
  })
  .meta({ id: 'CarriedDelivery' })
export type CarriedDelivery = z.infer<typeof CarriedDelivery>

export const DrivenStop = z
  .object({
    id: z.uuid(),
    kind: StopKind,
    sequence: z.int(),
    name: z.string(),
    address: z.string(),
    location: Location.nullable(),
    arrival_at: Instant.describe('As planned, or as now expected'),
    departure_at: Instant,
    promised_at: Instant.nullable(),
    locked: z.boolean(),
    departed_at: Instant.nullable().describe('When the driver set out for it'),
    arrived_at: Instant.nullable(),
    done_at: Instant.nullable().describe('When it was done: picked up, delivered or failed'),
    skipped_at: Instant.nullable(),
    delivery: CarriedDelivery.nullable(),
  })
  .meta({ id: 'DrivenStop' })
export type DrivenStop = z.infer<typeof DrivenStop>

export const DrivenDayRoute = z
  .object({
    id: z.uuid(),
    plan_id: z.uuid(),
    day: Day,
    vehicle_id: z.uuid().nullable(),
    vehicle_code: z.string().nullable(),
    starts_at: Instant,
    ends_at: Instant,
    distance_km: z.number(),
    stops: z.array(DrivenStop),
  })
  .meta({ id: 'DrivenDayRoute' })
export type DrivenDayRoute = z.infer<typeof DrivenDayRoute>

export const DriverDay = z
  .object({
    now: Instant.describe('The server’s time, by which the phone knows how wrong its clock is'),
    workspace: z.object({
      id: z.uuid(),
      name: z.string(),
      time_zone: z.string(),
      currency: z.string(),
      language: z.string(),
      phone: z.string().nullable().describe('Whom the driver calls'),
    }),
    driver: z.object({ id: z.uuid(), name: z.string() }),
    shift: z
      .object({
        id: z.uuid(),
        started_at: Instant,
        vehicle_id: z.uuid().nullable(),
        on_break_since: Instant.nullable(),
      })
      .nullable(),
    routes: z.array(DrivenDayRoute),
    vehicles: z.array(z.object({ id: z.uuid(), code: z.string(), plate: z.string().nullable(), blocked: z.boolean() })),
    depots: z.array(z.object({ id: z.uuid(), name: z.string(), address: z.string(), location: Location.nullable() })),
    colleagues: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Drivers who are on shift'),
    cash: z
      .object({
        taken: z.int(),
        handed_in: z.int(),
        to_confirm: z
          .array(z.object({ handin_id: z.uuid(), amount: z.int(), counted_by: z.string(), at: Instant }))
          .default([])
          .describe(
            'Counted at the depot without this phone. Say `cash_handed_in` with the same id and what you handed in',
          ),
      })
      .describe('The driver’s balance, in minor units'),
    messages_last: z
      .int()
      .describe('The position of the newest message, or 0. A phone that has it need not ask for messages'),
    settings: RoadSettings,
  })
  .meta({ id: 'DriverDay' })
export type DriverDay = z.infer<typeof DriverDay>
