import { z } from 'zod'
import { Location } from '../geo.ts'
import { photoAbouts, photoStates } from '../road/photo-states.ts'
import { proofFlags } from '../road/proof-flags.ts'
import { Instant } from '../time.ts'
import { ProofKind } from './proof-kind.ts'

const taken = {
  location: Location.nullable().describe('Where the phone was'),
  accuracy_m: z.number().nullable(),
  distance_m: z.int().nullable().describe('How far that is from the pin of the delivery'),
}

/** A photo as it is shown: what the phone said, and what arrived. */
export const ShownPhoto = z
  .object({
    id: z.uuid(),
    about: z.enum(photoAbouts),
    state: z
      .enum([...photoStates, 'missing', 'removed'])
      .describe(
        'expected: on its way; missing: on its way for more than a day; stored: here, and the one that the phone signed; mismatch, not_an_image: something else arrived; removed: it was here',
      ),
    sha256: z.string().describe('What the phone signed'),
    bytes: z.int(),
    media_type: z.string(),
    width: z.int(),
    height: z.int(),
    taken_at: Instant,
    ...taken,
    url: z.string().nullable().describe('Where it is read, with the same key or token'),
    original_url: z.string().nullable().describe('As it was taken, where the workspace keeps that'),
  })
  .meta({ id: 'ShownPhoto' })
export type ShownPhoto = z.infer<typeof ShownPhoto>

/** What a driver brought as proof. */
export const DeliveryProof = z
  .object({
    id: z.uuid(),
    kind: ProofKind,
    taken_at: Instant,
    received_at: Instant.describe('When it arrived here, which may be much later'),
    driver_name: z.string().nullable(),
    ...taken,
    flags: z.array(z.enum(proofFlags)).describe('What is doubtful about it'),
    name: z.string().nullable().describe('Who signed, or took it'),
    code: z.string().nullable().describe('What was scanned'),
    years: z.int().nullable(),
    document: z.string().nullable().describe('What the age was read from. No copy of it is kept'),
    celsius: z.number().nullable(),
    strokes: z
      .array(z.array(z.array(z.number())))
      .nullable()
      .describe('Of a signature: lines of points, each x and y from 0 to 1,000 and milliseconds'),
    photo: ShownPhoto.nullable(),
  })
  .meta({ id: 'DeliveryProof' })
export type DeliveryProof = z.infer<typeof DeliveryProof>

export const MissingProof = z
  .object({ kind: ProofKind, codes: z.array(z.string()).describe('Codes that were not scanned') })
  .meta({ id: 'MissingProof' })

/** Everything that proves a delivery, and what it lacks. */
export const DeliveryProofs = z
  .object({
    data: z.array(DeliveryProof).describe('In the order in which they were taken'),
    photos: z.array(ShownPhoto).describe('Of a failed attempt'),
    needed: z.array(ProofKind).describe('What the delivery and the workspace ask for'),
    missing: z.array(MissingProof).describe('What is not there yet, or proves nothing'),
    pin: z
      .object({ pin: z.string(), wrong_tries: z.int(), confirmed_at: Instant.nullable() })
      .nullable()
      .describe('What the recipient tells the driver. Only for whoever may change deliveries'),
  })
  .meta({ id: 'DeliveryProofs' })
export type DeliveryProofs = z.infer<typeof DeliveryProofs>
