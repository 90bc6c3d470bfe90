import { z } from 'zod'

export const workspaceExportStates = ['waiting', 'running', 'ready', 'failed', 'canceled', 'ended'] as const
export type WorkspaceExportState = (typeof workspaceExportStates)[number]

export const WorkspaceExportProgress = z.strictObject({
  what: z.string().describe('The table that is being read, or `files`'),
  rows: z.int(),
  objects: z.int(),
  bytes: z.number().describe('Bytes of uploaded files'),
})
export type WorkspaceExportProgress = z.infer<typeof WorkspaceExportProgress>

/** How long a file is kept. */
export const exportKeptHours = 72
/** How long a link opens it. */
export const exportLinkHours = 24
/** A passphrase withstands guessing. */
export const leastPassphrase = 12

export const WorkspaceExport = z.strictObject({
  id: z.uuid(),
  state: z.enum(workspaceExportStates).describe('`ended`: the file was deleted, because its time was over'),
  requested_by_name: z.string(),
  requested_at: z.iso.datetime(),
  is_encrypted: z.boolean().describe('With a passphrase. Only then does the file hold secrets'),
  progress: WorkspaceExportProgress.nullable(),
  ended_at: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
  bytes: z.number().nullable().describe('The size of the file'),
  rows: z.int().nullable(),
  objects: z.int().nullable().describe('Uploaded files in it'),
  ends_at: z.iso.datetime().nullable().describe('When the file is deleted'),
  downloads: z.int(),
})
export type WorkspaceExport = z.infer<typeof WorkspaceExport>
