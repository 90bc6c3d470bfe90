import { z } from 'zod'
import { Driver, DriverChange, DriverPage, NewDriver } from '../schema/driver.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

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
})

export const createDriver = endpoint({
  id: 'createDriver',
  method: 'POST',
  path: '/v1/drivers',
  may: 'change_operations',
  tag,
  summary: 'Create a driver',
  body: NewDriver,
  reply: Driver,
  status: 201,
  idempotent: true,
})

export const changeDriver = endpoint({
  id: 'changeDriver',
  method: 'PATCH',
  path: '/v1/drivers/:id',
  may: 'change_operations',
  tag,
  summary: 'Change a driver, or deactivate it',
  params: idParams,
  body: DriverChange,
  reply: Driver,
})
