import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Due } from './maintenance.ts'
import { Version } from './version.ts'

export const documentKinds = ['registration', 'insurance', 'inspection', 'license', 'permit', 'lease', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The bucket of the files. */
export const documentBucket = 'documents'

/** A file in the bucket of documents, as whoever uploaded it names it. */
const DocumentFile = z.strictObject({
  path: text(500)
    .min(1)
    .regex(/^[^/]+(\/[^/]+)*$/, 'Enter the name that the file has in the bucket.'),
  name: text(200).min(1),
})

const fields = {
  kind: z.enum(documentKinds),
  name: text(100).min(1, 'Enter what it is.'),
  number: text(100).nullable(),
  expires_on: Day.nullable().describe('The last day on which it is valid; null if it does not end'),
  warn_days: z.int('Enter whole days.').min(0).max(366).describe('Tell so many days before it ends'),
  file: DocumentFile.nullable().describe('In the bucket `documents`'),
}

/** A document of a vehicle, or a license of a driver. */
export const FleetDocument = z
  .object({
    id: z.uuid(),
    vehicle_id: z.uuid().nullable(),
    driver_id: z.uuid().nullable(),
    ...fields,
    due: Due,
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'FleetDocument' })
export type FleetDocument = z.infer<typeof FleetDocument>

export const NewFleetDocument = z
  .strictObject({
    ...fields,
    vehicle_id: z.uuid().nullable().default(null),
    driver_id: z.uuid().nullable().default(null),
    number: fields.number.default(null),
    expires_on: fields.expires_on.default(null),
    warn_days: fields.warn_days.default(30),
    file: fields.file.default(null),
  })
  .refine(({ vehicle_id, driver_id }) => (vehicle_id === null) !== (driver_id === null), {
    path: ['vehicle_id'],
    message: 'A document is of one vehicle or of one driver.',
  })
  .meta({ id: 'NewFleetDocument' })
export type NewFleetDocument = z.infer<typeof NewFleetDocument>

export const FleetDocumentChange = z.strictObject(fields).partial().meta({ id: 'FleetDocumentChange' })
export type FleetDocumentChange = z.infer<typeof FleetDocumentChange>

export const FleetDocumentPage = page(FleetDocument).meta({ id: 'FleetDocumentPage' })
