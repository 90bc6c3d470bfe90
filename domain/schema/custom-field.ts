import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** The types of a workspace's own fields, in the order in which people choose from them. */
export const customFieldTypes = ['text', 'number', 'date', 'yes_no', 'choice'] as const
export const CustomFieldType = z.enum(customFieldTypes).meta({ id: 'CustomFieldType' })
export type CustomFieldType = z.infer<typeof CustomFieldType>

/** Who may be shown a field besides those who see all deliveries. */
export const customFieldAudiences = ['driver', 'client', 'recipient'] as const
export const CustomFieldAudience = z.enum(customFieldAudiences)
export type CustomFieldAudience = z.infer<typeof CustomFieldAudience>

/** How many fields of its own a workspace may have, archived ones included. */
export const mostCustomFields = 50

export const CustomFieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A key is up to 40 small letters, digits and underscores, beginning with a letter.')

const fields = {
  label: text(60).min(1, 'Enter a label.'),
  options: z
    .array(text(100).min(1))
    .max(100, 'At most 100 options.')
    .refine((options) => new Set(options).size === options.length, 'An option is in the list twice.')
    .describe('What can be chosen, for fields of type choice'),
  visible_to: z
    .array(CustomFieldAudience)
    .max(customFieldAudiences.length)
    .describe('Who sees the values besides members who see all deliveries'),
  position: z.int().min(0).max(10_000).describe('Its place in forms; the smallest comes first'),
  archived: z.boolean().describe('No longer offered; deliveries keep their values'),
}

export const CustomField = z
  .object({
    id: z.uuid(),
    key: CustomFieldKey.describe('The name of its values in `custom` of deliveries; it never changes'),
    type: CustomFieldType,
    ...fields,
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'CustomField' })
export type CustomField = z.infer<typeof CustomField>

const needsOptions = { path: ['options'], message: 'Say what can be chosen.' }

export const NewCustomField = z
  .strictObject({
    key: CustomFieldKey.optional().describe('Made of the label unless given'),
    label: fields.label,
    type: CustomFieldType,
    options: fields.options.default([]),
    visible_to: fields.visible_to.default([]),
    position: fields.position.optional().describe('Last unless given'),
  })
  .refine(({ type, options }) => type !== 'choice' || options.length > 0, needsOptions)
  .meta({ id: 'NewCustomField' })
export type NewCustomField = z.infer<typeof NewCustomField>

export const CustomFieldChange = z.strictObject(fields).partial().meta({ id: 'CustomFieldChange' })
export type CustomFieldChange = z.infer<typeof CustomFieldChange>

export const CustomFieldList = z.object({ data: z.array(CustomField) }).meta({ id: 'CustomFieldList' })

/** A value of a field: text, number, day, or whether. Null takes a value away. */
export const CustomValue = z.union([text(1000), z.number(), z.boolean()]).nullable()

/** Values of the workspace's own fields, by key. What they may be depends on the fields, which the server knows. */
export const CustomValues = z
  .record(z.string().max(40), CustomValue)
  .refine((values) => Object.keys(values).length <= mostCustomFields, 'These are too many fields.')
export type CustomValues = z.infer<typeof CustomValues>
