import { z } from 'zod'
import { NewRehearsal, Rehearsal, RehearsalPage } from '../schema/rehearsal.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Rehearsals'

export const listRehearsals = endpoint({
  id: 'listRehearsals',
  method: 'GET',
  path: '/v1/rehearsals',
  may: 'see_operations',
  tag,
  summary: 'Rehearsals, newest first, without their results',
  query: z.strictObject({ ...pageQuery, day: Day.optional(), plan_id: z.uuid().optional() }),
  reply: RehearsalPage,
})

export const getRehearsal = endpoint({
  id: 'getRehearsal',
  method: 'GET',
  path: '/v1/rehearsals/:id',
  may: 'see_operations',
  tag,
  summary: 'One rehearsal with its progress, and its result once it is done',
  params: idParams,
  reply: Rehearsal,
})

export const createRehearsal = endpoint({
  id: 'createRehearsal',
  method: 'POST',
  path: '/v1/rehearsals',
  may: 'change_planning',
  tag,
  summary: 'Rehearse a planned day: draw many days from your own past, with what-ifs beside each other',
  body: NewRehearsal,
  reply: Rehearsal,
  status: 202,
  idempotent: true,
})

export const cancelRehearsal = endpoint({
  id: 'cancelRehearsal',
  method: 'POST',
  path: '/v1/rehearsals/:id/cancel',
  may: 'change_planning',
  tag,
  summary: 'Cancel a rehearsal',
  params: idParams,
  reply: Rehearsal,
  addsNothing: () => true,
})

export const deleteRehearsal = endpoint({
  id: 'deleteRehearsal',
  method: 'DELETE',
  path: '/v1/rehearsals/:id',
  may: 'change_planning',
  tag,
  summary: 'Delete a rehearsal',
  params: idParams,
})
