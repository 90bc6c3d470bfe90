import { z } from 'zod'
import { Me, Workspace, WorkspaceChange } from '../schema/workspace.ts'
import { Day } from '../time.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Workspace'

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  may: 'see_workspace',
  tag,
  summary: 'Who is signed in, and to which workspace',
  reply: Me,
})

export const getWorkspace = endpoint({
  id: 'getWorkspace',
  method: 'GET',
  path: '/v1/workspace',
  may: 'see_workspace',
  tag,
  summary: "The workspace's settings",
  reply: Workspace,
  record: 'shown',
})

export const changeWorkspace = endpoint({
  id: 'changeWorkspace',
  method: 'PATCH',
  path: '/v1/workspace',
  may: 'manage_workspace',
  tag,
  summary: "Change the workspace's settings",
  body: WorkspaceChange,
  reply: Workspace,
  record: 'changed',
})

export const loadSampleData = endpoint({
  id: 'loadSampleData',
  method: 'POST',
  path: '/v1/workspace/sample-data',
  may: 'change_fleet',
  tag,
  summary:
    'Add a depot, six drivers with vehicles and 120 deliveries in Jakarta for today or, after the morning, tomorrow',
  reply: z.object({ day: Day, depots: z.int(), drivers: z.int(), vehicles: z.int(), deliveries: z.int() }),
  status: 201,
  idempotent: true,
})
