import { z } from 'zod'
import { Driver, DriverChange, DriverPage, NewDriver, DriverRow } from '../schema/driver.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { importBatchSize, ImportPart, ImportReply, isAllOrNothing, isDryRun, rowsOf } from './import.ts'

const tag = 'Drivers'

export const listDrivers = endpoint({
  id: 'listDrivers',
  method: 'GET',
  path: '/v1/drivers',
  may: 'see_operations',
  tag,
  summary: 'List drivers by name',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    active: z.enum(['true', 'false']).optional(),
    ...pageQuery,
  }),
  reply: DriverPage,
})

export const getDriver = endpoint({
  id: 'getDriver',
  method: 'GET',
  path: '/v1/drivers/:id',
  may: 'see_operations',
  tag,
  summary: 'One driver',
  params: idParams,
  reply: Driver,
  record: 'shown',
})

export const createDriver = endpoint({
  id: 'createDriver',
  method: 'POST',
  path: '/v1/drivers',
  may: 'change_fleet',
  tag,
  summary: 'Create a driver',
  body: NewDriver,
  reply: Driver,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeDriver = endpoint({
  id: 'changeDriver',
  method: 'PATCH',
  path: '/v1/drivers/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change a driver, or deactivate it',
  params: idParams,
  body: DriverChange,
  reply: Driver,
  record: 'changed',
})

export const importDrivers = endpoint({
  id: 'importDrivers',
  method: 'POST',
  path: '/v1/drivers/import',
  may: 'change_fleet',
  tag,
  summary: 'Create many drivers at once; known ones (by email, otherwise by phone, otherwise by name) are updated',
  body: z.strictObject({
    drivers: rowsOf(DriverRow, importBatchSize),
    import: ImportPart.optional(),
    all_or_nothing: isAllOrNothing,
    dry_run: isDryRun,
  }),
  reply: ImportReply,
  addsNothing: ({ dry_run }) => dry_run,
  idempotent: true,
})
