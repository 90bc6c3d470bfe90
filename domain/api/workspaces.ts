import { z } from 'zod'
import { Membership, NewWorkspace, Workspace, WorkspaceDeletion } from '../schema/workspace.ts'
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

export const noteWorkspaceUse = endpoint({
  id: 'noteWorkspaceUse',
  method: 'PUT',
  path: '/v1/workspaces/:id/use',
  may: 'signed_in',
  tag,
  summary: 'Note that you use this workspace now, so that the dashboard opens it next',
  params: idParams,
  addsNothing: () => true,
})

export const createWorkspace = endpoint({
  id: 'createWorkspace',
  method: 'POST',
  path: '/v1/workspaces',
  may: 'fully_signed_in',
  tag,
  summary: 'Create a workspace that you own; a person has one free trial, and further workspaces begin without',
  body: NewWorkspace,
  reply: Workspace,
  status: 201,
})

export const deleteWorkspace = endpoint({
  id: 'deleteWorkspace',
  method: 'POST',
  path: '/v1/workspaces/:id/deletion',
  may: 'fully_signed_in',
  tag,
  summary: 'Delete a workspace that you own, with everything in it, at once and for good',
  params: idParams,
  body: WorkspaceDeletion,
  addsNothing: () => true,
})
