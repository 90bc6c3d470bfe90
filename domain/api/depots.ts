import { z } from 'zod'
import { Depot, DepotAlias, DepotChange, DepotPage, NewDepot, DepotRow } from '../schema/depot.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { importBatchSize, ImportPart, ImportReply, isAllOrNothing, isDryRun, rowsOf } from './import.ts'

const tag = 'Depots'

export const listDepots = endpoint({
  id: 'listDepots',
  method: 'GET',
  path: '/v1/depots',
  may: 'see_operations',
  tag,
  summary: 'List depots by name',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    active: z.enum(['true', 'false']).optional(),
    ...pageQuery,
  }),
  reply: DepotPage,
})

export const getDepot = endpoint({
  id: 'getDepot',
  method: 'GET',
  path: '/v1/depots/:id',
  may: 'see_operations',
  tag,
  summary: 'One depot',
  params: idParams,
  reply: Depot,
  record: 'shown',
})

export const createDepot = endpoint({
  id: 'createDepot',
  method: 'POST',
  path: '/v1/depots',
  may: 'change_fleet',
  tag,
  summary: 'Create a depot',
  body: NewDepot,
  reply: Depot,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeDepot = endpoint({
  id: 'changeDepot',
  method: 'PATCH',
  path: '/v1/depots/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change a depot, or deactivate it',
  params: idParams,
  body: DepotChange,
  reply: Depot,
  record: 'changed',
})

export const addDepotAlias = endpoint({
  id: 'addDepotAlias',
  method: 'POST',
  path: '/v1/depots/:id/aliases',
  may: 'change_fleet',
  tag,
  summary: 'Say that a pickup address is this depot; pending deliveries that are picked up there leave from it',
  params: idParams,
  body: z.strictObject({ alias: DepotAlias }),
  reply: z.object({ depot: Depot, deliveries: z.int().describe('How many deliveries leave from it now') }),
})

export const importDepots = endpoint({
  id: 'importDepots',
  method: 'POST',
  path: '/v1/depots/import',
  may: 'change_fleet',
  tag,
  summary: 'Create many depots at once; known ones (by name) are updated',
  body: z.strictObject({
    depots: rowsOf(DepotRow, importBatchSize),
    import: ImportPart.optional(),
    all_or_nothing: isAllOrNothing,
    dry_run: isDryRun,
  }),
  reply: ImportReply,
  addsNothing: ({ dry_run }) => dry_run,
  idempotent: true,
})
