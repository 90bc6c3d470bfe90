import { z } from 'zod'
import { learntKinds, learntStates } from '../address/learnt-kinds.ts'
import { LearntDecision, LearntPlace, LearntPlacePage, Sighting, UsedLearnt } from '../schema/learnt-place.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Addresses'

export const listLearnt = endpoint({
  id: 'listLearnt',
  method: 'GET',
  path: '/v1/learnt-places',
  may: 'see_addresses',
  tag,
  summary: 'What the address book learnt from visits, by address',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    state: z.enum(learntStates).optional(),
    kind: z.enum(learntKinds).optional(),
    ...pageQuery,
  }),
  reply: LearntPlacePage,
})

export const getLearnt = endpoint({
  id: 'getLearnt',
  method: 'GET',
  path: '/v1/learnt-places/:id',
  may: 'see_addresses',
  tag,
  summary: 'Something learnt',
  params: idParams,
  reply: LearntPlace,
  record: 'shown',
})

export const listSightings = endpoint({
  id: 'listSightings',
  method: 'GET',
  path: '/v1/learnt-places/:id/sightings',
  may: 'see_addresses',
  tag,
  summary: 'The visits that something was learnt from, the newest first, without who was visited or by whom',
  params: idParams,
  reply: z.object({ data: z.array(Sighting) }),
})

export const decideLearnt = endpoint({
  id: 'decideLearnt',
  method: 'PATCH',
  path: '/v1/learnt-places/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Put something learnt into the address book, refuse it, or take the decision back',
  params: idParams,
  body: LearntDecision,
  reply: LearntPlace,
  record: 'changed',
})

export const exportAddresses = endpoint({
  id: 'exportAddresses',
  method: 'GET',
  path: '/v1/addresses/export',
  may: 'see_addresses',
  tag,
  summary: 'The address book with what was learnt, as a file',
  query: z.strictObject({ format: z.enum(['csv', 'geojson']).default('geojson') }),
  media: 'application/octet-stream',
  reply: z.string().meta({ description: 'CSV, a line for each address; or GeoJSON, a feature for each place' }),
})

export const listUsedLearnt = endpoint({
  id: 'listUsedLearnt',
  method: 'GET',
  path: '/v1/deliveries/:id/learnt',
  may: 'see_addresses',
  tag,
  summary: 'What a delivery uses of what was learnt about its address',
  params: idParams,
  reply: z.object({ data: z.array(UsedLearnt) }),
})
