import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { DayTime, Instant, sayNextDay, TimeOfDay } from '../time.ts'
import { HandlingMinutes } from './goods.ts'
import { hoursProblem } from './shift.ts'
import { Version } from './version.ts'

/** How many other names a depot may have. */
export const mostDepotAliases = 200

/** Another way in which pickup addresses name a depot. It needs a letter or digit: punctuation tells none apart. */
export const DepotAlias = text(300).refine((alias) => /[\p{L}\p{N}]/u.test(alias), 'Write the address.')

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  address: text(300).min(1, 'Enter an address.'),
  aliases: z
    .array(DepotAlias)
    .max(mostDepotAliases, `At most ${mostDepotAliases} other names.`)
    .describe('Other ways in which pickup addresses name it'),
  location: Location,
  opens: TimeOfDay,
  closes: DayTime.describe('Past 24:00 if it closes the next day'),
  is_default: z.boolean().describe('Drivers without a depot start here; there is always one default depot'),
  active: z.boolean(),
  handling_minutes: HandlingMinutes.describe('From the arrival of a transfer until its goods can be loaded'),
}

type Hours = { opens?: string | undefined; closes?: string | undefined }

/** Why a depot cannot be open at these hours; undefined if it can, or if only one of them is known. */
export function depotHoursProblem({ opens, closes }: Hours): string | undefined {
  if (!opens || !closes) return undefined
  if (closes <= opens) return `The depot closes before it opens. ${sayNextDay}`
  return hoursProblem(opens, closes, 'The depot’s day')
}

const checkHours = (depot: Hours, context: z.RefinementCtx) => {
  const message = depotHoursProblem(depot)
  if (message) context.addIssue({ code: 'custom', path: ['closes'], message })
}

/** When a new depot is open. */
export const usualHours = { opens: '06:00', closes: '22:00' }

/** How long a new depot takes to unload a transfer and sort its goods. */
export const usualHandlingMinutes = 30

export const Depot = z
  .object({ id: z.uuid(), ...fields, created_at: Instant, updated_at: Instant, version: Version })
  .meta({ id: 'Depot' })
export type Depot = z.infer<typeof Depot>

export const NewDepot = z
  .strictObject({
    name: fields.name,
    address: fields.address,
    location: fields.location,
    aliases: fields.aliases.default([]),
    opens: fields.opens.default(usualHours.opens),
    closes: fields.closes.default(usualHours.closes),
    is_default: fields.is_default.default(false),
    active: fields.active.default(true),
    handling_minutes: fields.handling_minutes.default(usualHandlingMinutes),
  })
  .superRefine(checkHours)
  .meta({ id: 'NewDepot' })
export type NewDepot = z.infer<typeof NewDepot>

export const DepotChange = z.strictObject(fields).partial().superRefine(checkHours).meta({ id: 'DepotChange' })
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
  .superRefine(checkHours)
  .meta({ id: 'DepotRow' })
export type DepotRow = z.infer<typeof DepotRow>

export const DepotPage = page(Depot).meta({ id: 'DepotPage' })
