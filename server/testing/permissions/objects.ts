import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { rig } from '../rig.ts'
import type { testApp, TestMember } from '../test-app.ts'

/** The smallest picture, which every bucket takes. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type ObjectDeed = 'read' | 'add' | 'change' | 'remove'

/** How the protocol refuses whoever was let in but may not do this. */
export const refusedDeeds: Record<ObjectDeed, string> = {
  read: 'NoSuchKey',
  add: 'AccessDenied',
  change: 'AccessDenied',
  remove: 'NoSuchKey',
}

/** The buckets of a workspace with an object in each, of which there can be more at once. */
export async function fileObjects(
  { app, deps }: Awaited<ReturnType<typeof testApp>>,
  owner: TestMember,
  buckets: string[],
) {
  const { workspaceId, token } = owner
  const headers = { authorization: `Bearer ${token}` }
  for (const bucket of buckets) {
    await app.inject({ method: 'POST', url: '/storage/v1/bucket', headers, payload: { name: bucket } })
    const url = `/storage/v1/object/${bucket}/seed.png`
    const stored = await app.inject({ method: 'POST', url, ...withPicture(headers) })
    if (stored.statusCode !== 200) throw new Error(stored.body)
  }

  /** Puts an object there, as if it had been uploaded. */
  const place = (bucket: string, name: string) =>
    rig(deps.db, workspaceId, (trx) =>
      sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, shown_type, metadata, version)
        select workspace_id, bucket_id, ${name}, sha256, size, shown_type, metadata, ${randomUUID()}
          from storage.objects where bucket_id = ${bucket} and name = 'seed.png'`.execute(trx),
    )

  return {
    /** A call that does this to an object of its own in the folder. */
    async callTo(deed: ObjectDeed, bucket: string, folder: string): Promise<InjectOptions> {
      const name = `${folder}/${randomUUID()}.png`
      if (deed !== 'add') await place(bucket, name)
      const url = `/storage/v1/object/${bucket}/${name}`
      if (deed === 'read') return { method: 'GET', url }
      if (deed === 'remove') return { method: 'DELETE', url }
      return { method: deed === 'add' ? 'POST' : 'PUT', url, ...withPicture({}) }
    },
  }
}

const withPicture = (headers: Record<string, string>) => ({
  headers: { ...headers, 'content-type': 'image/png' },
  payload: picture,
})
