import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** What a driver checks at the door because of a prescription. */
export const prescriptionChecks = ['signature', 'identity'] as const

/** Who may receive it at the door. */
export const receiverKinds = ['anybody', 'patient', 'authorized'] as const
export type ReceiverKind = (typeof receiverKinds)[number]

/** What a medicine that is kept cold bears, in °C. */
export const refrigerated = { temperature_min_c: 2, temperature_max_c: 8 } as const

export const PrescriptionItem = z
  .strictObject({
    name: text(200).min(1, 'Enter what it is.'),
    quantity: text(60).min(1).nullable().default(null).describe('How much, such as “30 tablets”'),
    schedule: text(20).min(1).nullable().default(null).describe('The schedule of a controlled substance, such as II'),
    is_controlled: z.boolean().default(false),
  })
  .meta({ id: 'PrescriptionItem' })
export type PrescriptionItem = z.infer<typeof PrescriptionItem>

const contents = {
  numbers: z
    .array(text(60).min(1, 'Enter a number.'))
    .min(1, 'Enter at least one number or reference.')
    .max(20, 'At most 20 numbers.')
    .describe('Prescription numbers, or references that only your pharmacy system can resolve'),
  items: z.array(PrescriptionItem).max(50, 'At most 50 lines.'),
  note: text(2000).nullable().describe('From the pharmacist to those who handle prescriptions; drivers never see it'),
  received_by: z
    .enum(receiverKinds, 'Choose who may receive it.')
    .describe('Who may receive it; the driver sees this, and the names'),
  authorized_names: z
    .array(text(100).min(1, 'Enter a name.'))
    .max(10, 'At most 10 names.')
    .describe('With authorized: who may receive it besides the patient'),
  checks: z
    .array(z.enum(prescriptionChecks))
    .max(prescriptionChecks.length)
    .describe('What the driver does at the door: these requirements of the delivery'),
  is_refrigerated: z.boolean().describe('A delivery without temperatures is then kept at 2 to 8 °C'),
}

/** What a prescription says. It replaces what was said before. */
export const PrescriptionWrite = z
  .strictObject({
    ...contents,
    items: contents.items.default([]),
    note: contents.note.default(null),
    received_by: contents.received_by.default('patient'),
    authorized_names: contents.authorized_names.default([]),
    checks: contents.checks.default([...prescriptionChecks]),
    is_refrigerated: contents.is_refrigerated.default(false),
  })
  .superRefine(({ received_by, authorized_names }, context) => {
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['authorized_names'], message })
    if (received_by === 'authorized' && !authorized_names.length) say('Enter who may receive it besides the patient.')
    if (received_by !== 'authorized' && authorized_names.length) say('Names go with “authorized” alone.')
  })
  .meta({ id: 'PrescriptionWrite' })
export type PrescriptionWrite = z.output<typeof PrescriptionWrite>

export const Prescription = z
  .object({
    delivery_id: z.uuid(),
    ...contents,
    created_at: Instant,
    updated_at: Instant,
    updated_by: z.string().describe('Who changed it last'),
    version: Version,
  })
  .meta({ id: 'Prescription' })
export type Prescription = z.infer<typeof Prescription>

/** That there is a prescription, and since when: what writing one answers. */
export const PrescriptionState = Prescription.omit({
  numbers: true,
  items: true,
  note: true,
  received_by: true,
  authorized_names: true,
  is_refrigerated: true,
}).meta({ id: 'PrescriptionState' })
export type PrescriptionState = z.infer<typeof PrescriptionState>

/** Why somebody reads it, in the words of 45 CFR § 164.506. */
export const readingPurposes = ['treatment', 'payment', 'operations', 'patient_request', 'other'] as const
export type ReadingPurpose = (typeof readingPurposes)[number]

/** Through what somebody read it. */
export const readingDoors = ['dashboard', 'api_key', 'recipient_export'] as const
export type ReadingDoor = (typeof readingDoors)[number]

export const EmergencyReading = z
  .strictObject({ reason: text(500).min(10, 'Say in a sentence why it cannot wait.') })
  .meta({ id: 'EmergencyReading' })

/** Somebody read, wrote or removed it. */
export const PrescriptionAccess = z
  .object({
    at: Instant,
    kind: z.enum(['seen', 'seen_in_emergency', 'added', 'changed', 'removed']),
    name: z.string().nullable().describe('Who it was; null once that was erased'),
    door: z.enum(readingDoors).nullable(),
    purpose: z.enum(readingPurposes).nullable(),
    reason: z.string().nullable().describe('Of a reading in an emergency; null once it was erased'),
  })
  .meta({ id: 'PrescriptionAccess' })
export type PrescriptionAccess = z.infer<typeof PrescriptionAccess>

export const PrescriptionAccessList = z
  .object({
    data: z.array(PrescriptionAccess).describe('The newest first, at most 100'),
    total: z.int().describe('How many there are'),
  })
  .meta({ id: 'PrescriptionAccessList' })

/** Who may receive what a driver brings, if a prescription says so. */
export const DoorReceiver = z
  .object({
    received_by: z.enum(receiverKinds),
    authorized_names: z.array(z.string()),
  })
  .meta({ id: 'DoorReceiver' })
export type DoorReceiver = z.infer<typeof DoorReceiver>
