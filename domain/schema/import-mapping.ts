import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

export const importedKinds = ['deliveries', 'drivers', 'vehicles', 'depots', 'fuel'] as const
export type ImportedKind = (typeof importedKinds)[number]

/** How many a workspace may keep. */
export const mostMappings = 200

const name = text(60).min(1, 'Enter a name.')

/** What the columns of a file mean, so that the next file like it needs no questions. */
export const ImportMapping = z
  .object({
    id: z.uuid(),
    kind: z.enum(importedKinds),
    name,
    header: z.array(z.string()).describe('The names of the file’s columns, by which it is recognized'),
    fields: z.array(z.string()).describe('What each column holds; empty for those that are not imported'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'ImportMapping' })
export type ImportMapping = z.infer<typeof ImportMapping>

const columns = {
  header: z.array(text(200)).min(1).max(200),
  fields: z.array(text(100)).min(1).max(200),
}
const sameLength = ({ header, fields }: { header?: string[] | undefined; fields?: string[] | undefined }) =>
  header?.length === fields?.length
const lengthMessage = { path: ['fields'], message: 'Say for each column what it holds.' }

export const NewImportMapping = z
  .strictObject({ kind: z.enum(importedKinds), name, ...columns })
  .refine(sameLength, { ...lengthMessage })
  .meta({ id: 'NewImportMapping' })
export type NewImportMapping = z.infer<typeof NewImportMapping>

export const ImportMappingChange = z
  .strictObject({ name, ...columns })
  .partial()
  .refine(sameLength, { ...lengthMessage })
  .meta({ id: 'ImportMappingChange' })
export type ImportMappingChange = z.infer<typeof ImportMappingChange>
