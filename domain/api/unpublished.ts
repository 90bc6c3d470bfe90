import { z } from 'zod'
import { PlanChangeResult, PlanEdits } from '../schema/plan-change.ts'
import { UnpublishedChanges, UnpublishedResult } from '../schema/unpublished.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Plans'
const path = '/v1/plans/:id/unpublished'
const changed = { tag, may: 'change_planning', record: 'changed', recordIn: 'plan' } as const

export const getUnpublished = endpoint({
  id: 'getUnpublished',
  method: 'GET',
  path,
  may: 'see_operations',
  tag,
  summary: 'Changes of a plan that drivers do not see yet, and what publishing them would do',
  params: idParams,
  reply: UnpublishedChanges,
  record: 'shown',
  recordIn: 'plan',
})

export const previewUnpublished = endpoint({
  id: 'previewUnpublished',
  method: 'POST',
  path: `${path}/preview`,
  may: 'change_planning',
  tag,
  summary: 'What a change would do to the plan with its unpublished changes, without doing it',
  params: idParams,
  body: PlanEdits,
  reply: PlanChangeResult,
  record: 'shown',
  recordIn: 'plan',
  addsNothing: () => true,
})

export const addUnpublished = endpoint({
  ...changed,
  id: 'addUnpublished',
  method: 'POST',
  path,
  summary: 'Change a plan without telling its drivers: they see it once it is published',
  params: idParams,
  body: PlanEdits,
  reply: UnpublishedResult,
  idempotent: true,
  // The day goes on, whatever the disk has room for.
  addsNothing: () => true,
})

export const withdrawUnpublished = endpoint({
  ...changed,
  id: 'withdrawUnpublished',
  method: 'DELETE',
  path: `${path}/:change_id`,
  summary: 'Take one unpublished change back',
  params: z.strictObject({ id: z.uuid(), change_id: z.uuid() }),
  reply: UnpublishedChanges,
})

export const discardUnpublished = endpoint({
  ...changed,
  id: 'discardUnpublished',
  method: 'DELETE',
  path,
  summary: 'Take all unpublished changes back',
  params: idParams,
  reply: UnpublishedChanges,
})

export const restoreUnpublished = endpoint({
  ...changed,
  id: 'restoreUnpublished',
  method: 'POST',
  path: `${path}/restore`,
  summary: 'Put unpublished changes back that were taken back, each in its place of the order',
  params: idParams,
  body: z.strictObject({ change_ids: z.array(z.uuid()).min(1).max(500) }),
  reply: UnpublishedChanges,
  addsNothing: () => true,
})

export const publishPlan = endpoint({
  ...changed,
  id: 'publishPlan',
  method: 'POST',
  path: '/v1/plans/:id/publish',
  summary: 'Show drivers the unpublished changes that fit, as one change of the plan; the others stay',
  params: idParams,
  reply: UnpublishedResult,
  idempotent: true,
  addsNothing: () => true,
})
