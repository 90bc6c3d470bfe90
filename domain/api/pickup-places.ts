import { z } from 'zod'
import {
  KitchenBoard,
  NewPickupPlace,
  PickupPlace,
  PickupPlaceChange,
  PickupPlacePage,
  PickupWaits,
  Preparation,
  PreparationChange,
} from '../schema/pickup-place.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Pickup places'

export const listPickupPlaces = endpoint({
  id: 'listPickupPlaces',
  method: 'GET',
  path: '/v1/pickup-places',
  may: 'see_deliveries',
  tag,
  summary: 'List pickup places by name: kitchens and shops where drivers pick orders up',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    active: z.enum(['true', 'false']).optional(),
    ...pageQuery,
  }),
  reply: PickupPlacePage,
})

export const getPickupPlace = endpoint({
  id: 'getPickupPlace',
  method: 'GET',
  path: '/v1/pickup-places/:id',
  may: 'see_deliveries',
  tag,
  summary: 'One pickup place',
  params: idParams,
  reply: PickupPlace,
  record: 'shown',
})

export const createPickupPlace = endpoint({
  id: 'createPickupPlace',
  method: 'POST',
  path: '/v1/pickup-places',
  may: 'change_deliveries',
  tag,
  summary: 'Create a pickup place; pending deliveries that are picked up there belong to it',
  body: NewPickupPlace,
  reply: PickupPlace,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changePickupPlace = endpoint({
  id: 'changePickupPlace',
  method: 'PATCH',
  path: '/v1/pickup-places/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Change a pickup place, or deactivate it once it has no open deliveries',
  params: idParams,
  body: PickupPlaceChange,
  reply: PickupPlace,
  record: 'changed',
})

export const getKitchenBoard = endpoint({
  id: 'getKitchenBoard',
  method: 'GET',
  path: '/v1/pickup-places/:id/board',
  may: 'see_deliveries',
  tag,
  summary: 'The orders of a pickup place on a day, by slot, with their preparation, driver and expected arrival',
  params: idParams,
  query: z.strictObject({ day: Day.optional().describe('Today if empty') }),
  reply: KitchenBoard,
})

export const getPickupWaits = endpoint({
  id: 'getPickupWaits',
  method: 'GET',
  path: '/v1/pickup-places/:id/waits',
  may: 'see_deliveries',
  tag,
  summary: 'What was picked up at a place: when it was to be ready, when it was, and how long drivers waited',
  params: idParams,
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(92).default(28).describe('How many days back') }),
  reply: PickupWaits,
})

export const getPreparation = endpoint({
  id: 'getPreparation',
  method: 'GET',
  path: '/v1/deliveries/:id/preparation',
  may: 'see_deliveries',
  tag,
  summary: 'How far the kitchen is with a delivery, and its pickup slot',
  params: idParams,
  reply: Preparation,
})

export const changePreparation = endpoint({
  id: 'changePreparation',
  method: 'POST',
  path: '/v1/deliveries/:id/preparation',
  may: 'add_deliveries',
  tag,
  summary: 'Say that an order is accepted, being prepared, ready or picked up, or that it takes longer',
  params: idParams,
  body: PreparationChange,
  reply: Preparation,
})
