import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { escapeHtml } from '#domain/escape-html.ts'
import { sizeOf } from '#domain/quotas.ts'
import type { WorkspaceExport } from '#domain/schema/workspace-export.ts'
import type { WorkspaceExportTable } from '../../db/tables/moving.ts'
import type { Mail } from '../../outside/mail.ts'

/** What a passphrase is sealed for, until the file is written. */
export const passphraseContext = (id: string) => `workspace_exports.passphrase ${id}`

/** Where sealed passphrases are, and what each is sealed for. */
export const sealedExportColumns = [
  { table: 'workspace_exports', column: 'passphrase', row: ['id'], context: passphraseContext },
] as const

export const newLinkToken = () => randomBytes(32).toString('base64url')
export const linkHashOf = (token: string) => createHash('sha256').update(token).digest()
export const linkPath = (token: string) => `/workspace-exports/${token}`

export const shownColumns = [
  'id',
  'state',
  'requested_by_name',
  'requested_at',
  'is_encrypted',
  'progress',
  'ended_at',
  'failure',
  'bytes',
  'rows',
  'objects',
  'ends_at',
  'downloads',
] as const

export const shown = (row: Pick<Selectable<WorkspaceExportTable>, (typeof shownColumns)[number]>): WorkspaceExport =>
  row

/** The file's name, as it is downloaded. */
export function fileNameOf(workspace: string, at: string, isEncrypted: boolean): string {
  const name = workspace
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return `karta-${name || 'workspace'}-${at.slice(0, 10)}.${isEncrypted ? 'karta' : 'tar.gz'}`
}

type Ready = { to: string; workspace: string; pageUrl: string; bytes: number; endsAt: string }

/** Says that the file is there. It is downloaded after signing in, so the mail holds no link to it. */
export function readyMail({ to, workspace, pageUrl, bytes, endsAt }: Ready): Mail {
  const lines = [
    `The file with everything of ${workspace} is ready. It has ${sizeOf(bytes)}.`,
    `Sign in and download it under Settings until ${endsAt}: ${pageUrl}`,
    'If you did not ask for it, somebody else who owns the workspace did, or is signed in as you. The audit log says who.',
  ]
  return {
    to,
    subject: `The export of ${workspace} is ready`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}

/** The part of a file that a browser goes on with, after a download that broke off. Undefined for all of it. */
export function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined) return undefined
  const [start, end] = [Number(from), to ? Math.min(Number(to), bytes - 1) : bytes - 1]
  return start <= end && start < bytes ? { start, end } : undefined
}
