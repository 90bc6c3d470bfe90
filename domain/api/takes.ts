import { PlanChangeResult } from '../schema/plan-change.ts'
import { PlanDiff, Take, Taken } from '../schema/plan-diff.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Plans'

export const getPlanDiff = endpoint({
  id: 'getPlanDiff',
  method: 'GET',
  path: '/v1/plans/:id/diff',
  may: 'see_operations',
  tag,
  summary: 'What a revision would change of the plan that it revises',
  params: idParams,
  reply: PlanDiff,
})

export const previewTake = endpoint({
  id: 'previewTake',
  method: 'POST',
  path: '/v1/plans/:id/take/preview',
  may: 'change_planning',
  tag,
  summary: 'What taking a revision or a part of it would do, without doing it',
  params: idParams,
  body: Take,
  reply: PlanChangeResult,
  addsNothing: () => true,
})

export const takeRevision = endpoint({
  id: 'takeRevision',
  method: 'POST',
  path: '/v1/plans/:id/take',
  may: 'change_planning',
  tag,
  summary: 'Take a revision, or a part of it, into the plan that it revises; use a scenario of a day without a plan',
  params: idParams,
  body: Take,
  reply: Taken,
  idempotent: true,
  record: 'changed',
  recordIn: 'revision',
  // The day goes on, whatever the disk has room for.
  addsNothing: () => true,
})
