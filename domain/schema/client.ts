import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { InternationalPhone } from './phone.ts'
import { Version } from './version.ts'

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  reference: text(100).min(1).nullable().describe('Your own ID for the client, such as a customer number'),
  email: z.email('Enter an email address like name@example.com.').max(254).nullable(),
  phone: InternationalPhone.nullable(),
  active: z.boolean().describe('Members of an inactive client see and add nothing'),
}

/** A shipper who has the workspace deliver. Names are unique, whatever their case. */
export const Client = z
  .object({
    id: z.uuid(),
    ...fields,
    phone: z.string().nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Client' })
export type Client = z.infer<typeof Client>

export const NewClient = z
  .strictObject({
    name: fields.name,
    reference: fields.reference.default(null),
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    active: fields.active.default(true),
  })
  .meta({ id: 'NewClient' })
export type NewClient = z.infer<typeof NewClient>

export const ClientChange = z.strictObject(fields).partial().meta({ id: 'ClientChange' })
export type ClientChange = z.infer<typeof ClientChange>

export const ClientPage = page(Client).meta({ id: 'ClientPage' })
