import { z } from 'zod'
import { Membership } from '../schema/workspace.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Workspace'

export const listWorkspaces = endpoint({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/v1/workspaces',
  may: 'signed_in',
  tag,
  summary: 'The workspaces you belong to, the last one you used first',
  reply: z.object({ data: z.array(Membership) }),
})

export const useWorkspace = endpoint({
  id: 'useWorkspace',
  method: 'PUT',
  path: '/v1/workspaces/:id/use',
  may: 'signed_in',
  tag,
  summary: 'Note that you use this workspace now, so that the dashboard opens it next',
  params: idParams,
  addsNothing: () => true,
})
