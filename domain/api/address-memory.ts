import { z } from 'zod'
import { learnedKinds, learnedStates } from '../address/learned-kinds.ts'
import { LearnedDecision, LearnedPlace, LearnedPlacePage, Sighting, UsedLearned } from '../schema/learned-place.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Addresses'

export const listLearned = endpoint({
  id: 'listLearned',
  method: 'GET',
  path: '/v1/learned-places',
  may: 'see_addresses',
  tag,
  summary: 'What the address book learned from visits, by address',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    state: z.enum(learnedStates).optional(),
    kind: z.enum(learnedKinds).optional(),
    ...pageQuery,
  }),
  reply: LearnedPlacePage,
})

export const getLearned = endpoint({
  id: 'getLearned',
  method: 'GET',
  path: '/v1/learned-places/:id',
  may: 'see_addresses',
  tag,
  summary: 'Something learned',
  params: idParams,
  reply: LearnedPlace,
  record: 'shown',
})

export const listSightings = endpoint({
  id: 'listSightings',
  method: 'GET',
  path: '/v1/learned-places/:id/sightings',
  may: 'see_addresses',
  tag,
  summary: 'The visits that something was learned from, the newest first, without who was visited or by whom',
  params: idParams,
  reply: z.object({ data: z.array(Sighting) }),
})

export const decideLearned = endpoint({
  id: 'decideLearned',
  method: 'PATCH',
  path: '/v1/learned-places/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Put something learned into the address book, refuse it, or take the decision back',
  params: idParams,
  body: LearnedDecision,
  reply: LearnedPlace,
  record: 'changed',
})

export const exportAddresses = endpoint({
  id: 'exportAddresses',
  method: 'GET',
  path: '/v1/addresses/export',
  may: 'see_addresses',
  tag,
  summary: 'The address book with what was learned, as a file',
  query: z.strictObject({ format: z.enum(['csv', 'geojson']).default('geojson') }),
  media: 'application/octet-stream',
  reply: z.string().meta({ description: 'CSV, a line for each address; or GeoJSON, a feature for each place' }),
})

export const listUsedLearned = endpoint({
  id: 'listUsedLearned',
  method: 'GET',
  path: '/v1/deliveries/:id/learned',
  may: 'see_addresses',
  tag,
  summary: 'What a delivery uses of what was learned about its address',
  params: idParams,
  reply: z.object({ data: z.array(UsedLearned) }),
})
