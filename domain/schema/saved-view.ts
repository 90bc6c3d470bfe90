import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** How many views somebody may keep of their own. */
export const mostViews = 50

const fields = {
  name: text(60).min(1, 'Enter a name.'),
  query: text(6000).describe('Filter and order, as in the address of the list: status=pending&sort=priority'),
  columns: z
    .array(text(60).min(1))
    .max(60)
    .nullable()
    .describe('The columns to show, in order; null for the usual ones'),
  is_shared: z.boolean().describe('Whether everybody in the workspace sees it'),
}

/** The list of deliveries, filtered and sorted, by name. */
export const SavedView = z
  .object({
    id: z.uuid(),
    ...fields,
    is_own: z.boolean().describe('Whether you made it'),
    is_default: z.boolean().describe('Whether your list opens with it'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const NewSavedView = z
  .strictObject({ ...fields, columns: fields.columns.default(null), is_shared: fields.is_shared.default(false) })
  .meta({ id: 'NewSavedView' })
export type NewSavedView = z.infer<typeof NewSavedView>

export const SavedViewChange = z
  .strictObject({ ...fields, is_default: z.boolean().describe('Whether your list opens with it') })
  .partial()
  .meta({ id: 'SavedViewChange' })
export type SavedViewChange = z.infer<typeof SavedViewChange>
