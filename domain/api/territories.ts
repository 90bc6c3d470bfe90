import { z } from 'zod'
import { NewTerritory, Territory, TerritoryChange, TerritoryPage } from '../schema/territory.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Territories'

export const listTerritories = endpoint({
  id: 'listTerritories',
  method: 'GET',
  path: '/v1/territories',
  may: 'see_operations',
  tag,
  summary: 'List territories by name',
  query: z.strictObject(pageQuery),
  reply: TerritoryPage,
})

export const getTerritory = endpoint({
  id: 'getTerritory',
  method: 'GET',
  path: '/v1/territories/:id',
  may: 'see_operations',
  tag,
  summary: 'One territory',
  params: idParams,
  reply: Territory,
  record: 'shown',
})

export const createTerritory = endpoint({
  id: 'createTerritory',
  method: 'POST',
  path: '/v1/territories',
  may: 'change_fleet',
  tag,
  summary: 'Add a zone that belongs to some drivers',
  body: NewTerritory,
  reply: Territory,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeTerritory = endpoint({
  id: 'changeTerritory',
  method: 'PATCH',
  path: '/v1/territories/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change a territory',
  params: idParams,
  body: TerritoryChange,
  reply: Territory,
  record: 'changed',
})

export const deleteTerritory = endpoint({
  id: 'deleteTerritory',
  method: 'DELETE',
  path: '/v1/territories/:id',
  may: 'change_fleet',
  tag,
  summary: 'Delete a territory; plans that were made with it stay',
  params: idParams,
  record: 'changed',
})
