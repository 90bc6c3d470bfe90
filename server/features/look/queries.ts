import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { logoTypes, Look } from '#domain/schema/look.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'

export type LogoFile = { id: string; sha256: string; size: number; type: string }

/** How a workspace looks. One that never said has no logo and no color. */
export async function readLook(trx: Trx, workspaceId: string): Promise<Look> {
  const row = await trx
    .selectFrom('workspace_looks')
    .select(['accent', 'contact', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return { logo: null, accent: null, contact: null, version: 1 }
  const file = await findLogo(trx, workspaceId)
  const logo = file && {
    url: '/v1/settings/look/logo',
    media_type: file.type as (typeof logoTypes)[number],
    bytes: file.size,
  }
  return { logo: logo ?? null, ...row }
}

/** The logo, as it was when it was checked. */
export async function findLogo(trx: Trx, workspaceId: string): Promise<LogoFile | undefined> {
  const { rows } = await sql<LogoFile>`
    select o.id, o.sha256, o.size, o.shown_type as type from workspace_looks l
      join storage.objects o on o.id = l.logo_object_id and o.sha256 = l.logo_sha256
    where l.workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]
}

/**
 * A file that somebody uploaded to make it the logo.
 * @throws AppError `logo_not_found`
 */
export async function findUpload(trx: Trx, { workspaceId, userId }: Actor, name: string): Promise<LogoFile> {
  const file = await trx
    .selectFrom('storage.objects')
    .select(['id', 'sha256', 'size', 'shown_type'])
    .where('workspace_id', '=', workspaceId)
    .where('bucket_id', '=', 'avatars')
    .where('name', '=', name)
    .executeTakeFirst()
  if (!file || !name.startsWith(`${userId}/`)) throw new AppError('logo_not_found')
  return { id: file.id, sha256: file.sha256, size: file.size, type: file.shown_type ?? '' }
}
