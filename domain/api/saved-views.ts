import { z } from 'zod'
import { NewSavedView, SavedView, SavedViewChange } from '../schema/saved-view.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Deliveries'

export const listSavedViews = endpoint({
  id: 'listSavedViews',
  method: 'GET',
  path: '/v1/saved-views',
  may: 'see_deliveries',
  tag,
  summary: 'Your saved views of the list of deliveries, and those that are shared with you',
  reply: z.object({ data: z.array(SavedView) }),
})

export const createSavedView = endpoint({
  id: 'createSavedView',
  method: 'POST',
  path: '/v1/saved-views',
  may: 'see_deliveries',
  tag,
  summary: 'Save a view of the list of deliveries',
  body: NewSavedView,
  reply: SavedView,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeSavedView = endpoint({
  id: 'changeSavedView',
  method: 'PATCH',
  path: '/v1/saved-views/:id',
  may: 'see_deliveries',
  tag,
  summary: 'Change, share or rename a saved view, or make it your default',
  params: idParams,
  body: SavedViewChange,
  reply: SavedView,
  record: 'changed',
})

export const deleteSavedView = endpoint({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/v1/saved-views/:id',
  may: 'see_deliveries',
  tag,
  summary: 'Delete a saved view',
  params: idParams,
  record: 'changed',
})
