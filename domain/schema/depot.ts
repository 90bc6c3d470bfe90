import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Instant, TimeOfDay } from '../time.ts'
import { Version } from './version.ts'

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  address: text(300).min(1, 'Enter an address.'),
  location: Location,
  opens: TimeOfDay,
  closes: TimeOfDay,
  is_default: z.boolean().describe('Drivers without a depot start here; there is always one default depot'),
  active: z.boolean(),
}

const hoursInOrder = (depot: { opens?: string; closes?: string }) =>
  !depot.opens || !depot.closes || depot.opens < depot.closes
const hoursMessage = { path: ['closes'], message: 'The depot closes before it opens.' }

/** When a new depot is open. */
export const usualHours = { opens: '06:00', closes: '22:00' }

export const Depot = z
  .object({ id: z.uuid(), ...fields, created_at: Instant, updated_at: Instant, version: Version })
  .meta({ id: 'Depot' })
export type Depot = z.infer<typeof Depot>

export const NewDepot = z
  .strictObject({
    name: fields.name,
    address: fields.address,
    location: fields.location,
    opens: fields.opens.default(usualHours.opens),
    closes: fields.closes.default(usualHours.closes),
    is_default: fields.is_default.default(false),
    active: fields.active.default(true),
  })
  .refine(hoursInOrder, hoursMessage)
  .meta({ id: 'NewDepot' })
export type NewDepot = z.infer<typeof NewDepot>

export const DepotChange = z
  .strictObject(fields)
  .partial()
  .refine(hoursInOrder, hoursMessage)
  .meta({ id: 'DepotChange' })
export type DepotChange = z.infer<typeof DepotChange>

/** One row of an import. Omitted fields stay the same; a new depot needs an address and a location. */
export const DepotRow = z
  .strictObject({
    name: fields.name,
    address: fields.address.optional(),
    location: fields.location.optional(),
    opens: fields.opens.optional(),
    closes: fields.closes.optional(),
  })
  .refine(hoursInOrder, hoursMessage)
  .meta({ id: 'DepotRow' })
export type DepotRow = z.infer<typeof DepotRow>

export const DepotPage = page(Depot).meta({ id: 'DepotPage' })
