import { z } from 'zod'
import { Client, ClientChange, ClientPage, NewClient } from '../schema/client.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Clients'

export const listClients = endpoint({
  id: 'listClients',
  method: 'GET',
  path: '/v1/clients',
  may: 'see_operations',
  tag,
  summary: 'List clients by name',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    active: z.enum(['true', 'false']).optional(),
    ...pageQuery,
  }),
  reply: ClientPage,
})

export const getClient = endpoint({
  id: 'getClient',
  method: 'GET',
  path: '/v1/clients/:id',
  may: 'see_operations',
  tag,
  summary: 'One client',
  params: idParams,
  reply: Client,
  record: 'shown',
})

export const createClient = endpoint({
  id: 'createClient',
  method: 'POST',
  path: '/v1/clients',
  may: 'change_deliveries',
  tag,
  summary: 'Create a client: a shipper who has you deliver',
  body: NewClient,
  reply: Client,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeClient = endpoint({
  id: 'changeClient',
  method: 'PATCH',
  path: '/v1/clients/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Change a client, or deactivate it',
  params: idParams,
  body: ClientChange,
  reply: Client,
  record: 'changed',
})
