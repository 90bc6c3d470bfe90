import { z } from 'zod'
import { FuelEntry, FuelEntryChange, FuelEntryPage, FuelRow, NewFuelEntry } from '../schema/fuel.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { importBatchSize, ImportPart, ImportReply, isAllOrNothing, isDryRun, rowsOf } from './import.ts'

const tag = 'Fleet'

export const listFuel = endpoint({
  id: 'listFuel',
  method: 'GET',
  path: '/v1/vehicles/:id/fuel-entries',
  may: 'see_operations',
  tag,
  summary: 'What a vehicle was filled and charged with, the newest first, with its consumption and what is odd',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: FuelEntryPage,
})

export const createFuel = endpoint({
  id: 'createFuel',
  method: 'POST',
  path: '/v1/vehicles/:id/fuel-entries',
  may: 'change_fleet',
  tag,
  summary: 'Add what a vehicle was filled or charged with',
  params: idParams,
  body: NewFuelEntry,
  reply: FuelEntry,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeFuel = endpoint({
  id: 'changeFuel',
  method: 'PATCH',
  path: '/v1/fuel-entries/:id',
  may: 'change_fleet',
  tag,
  summary: 'Correct a fuel entry, or accept what is odd about it with a reason',
  params: idParams,
  body: FuelEntryChange,
  reply: FuelEntry,
  record: 'changed',
})

export const deleteFuel = endpoint({
  id: 'deleteFuel',
  method: 'DELETE',
  path: '/v1/fuel-entries/:id',
  may: 'change_fleet',
  tag,
  summary: 'Delete a fuel entry',
  params: idParams,
  record: 'changed',
})

export const importFuel = endpoint({
  id: 'importFuel',
  method: 'POST',
  path: '/v1/fuel-entries/import',
  may: 'change_fleet',
  tag,
  summary:
    'Add many entries, such as from a card provider; those that are there already (by card and time) stay as they are',
  body: z.strictObject({
    entries: rowsOf(FuelRow, importBatchSize),
    import: ImportPart.optional(),
    all_or_nothing: isAllOrNothing,
    dry_run: isDryRun,
  }),
  reply: ImportReply,
  addsNothing: ({ dry_run }) => dry_run,
  idempotent: true,
})
