import { z } from 'zod'
import { ImportMapping, ImportMappingChange, importedKinds, NewImportMapping } from '../schema/import-mapping.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Imports'

export const listImportMappings = endpoint({
  id: 'listImportMappings',
  method: 'GET',
  path: '/v1/import-mappings',
  may: 'change_deliveries',
  tag,
  summary: 'What the columns of imported files mean, by name',
  query: z.strictObject({ kind: z.enum(importedKinds).optional() }),
  reply: z.object({ data: z.array(ImportMapping) }),
})

export const createImportMapping = endpoint({
  id: 'createImportMapping',
  method: 'POST',
  path: '/v1/import-mappings',
  may: 'change_deliveries',
  tag,
  summary: 'Keep what the columns of a file mean, for everybody in the workspace',
  body: NewImportMapping,
  reply: ImportMapping,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeImportMapping = endpoint({
  id: 'changeImportMapping',
  method: 'PATCH',
  path: '/v1/import-mappings/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Rename a kept mapping, or change its columns',
  params: idParams,
  body: ImportMappingChange,
  reply: ImportMapping,
  record: 'changed',
})

export const deleteImportMapping = endpoint({
  id: 'deleteImportMapping',
  method: 'DELETE',
  path: '/v1/import-mappings/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Forget a kept mapping',
  params: idParams,
  record: 'changed',
})
