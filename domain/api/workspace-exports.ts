import { z } from 'zod'
import { leastPassphrase, WorkspaceExport } from '../schema/workspace-export.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Workspace'
const may = 'export_workspace'

export const listWorkspaceExports = endpoint({
  id: 'listWorkspaceExports',
  method: 'GET',
  path: '/v1/workspace/exports',
  may,
  tag,
  summary: 'The newest ten files with everything of the workspace, newest first',
  reply: z.object({ data: z.array(WorkspaceExport) }),
})

export const startWorkspaceExport = endpoint({
  id: 'startWorkspaceExport',
  method: 'POST',
  path: '/v1/workspace/exports',
  may,
  tag,
  summary: 'Have a file with everything of the workspace written, to take it to another installation',
  body: z.strictObject({
    passphrase: z
      .string()
      .min(leastPassphrase)
      .max(200)
      .nullable()
      .default(null)
      .describe('Encrypts the file. Only then does it hold secrets and prescriptions. Nobody can tell it later'),
  }),
  reply: WorkspaceExport,
  status: 201,
})

export const makeWorkspaceExportLink = endpoint({
  id: 'makeWorkspaceExportLink',
  method: 'POST',
  path: '/v1/workspace/exports/:id/link',
  may,
  tag,
  summary: 'A link that opens the file for a day; the one before ends',
  params: idParams,
  reply: z.object({ url: z.string(), ends_at: z.iso.datetime() }),
})

export const deleteWorkspaceExport = endpoint({
  id: 'deleteWorkspaceExport',
  method: 'DELETE',
  path: '/v1/workspace/exports/:id',
  may,
  tag,
  summary: 'Delete the file, or stop writing it',
  params: idParams,
  reply: WorkspaceExport,
  addsNothing: () => true,
})
