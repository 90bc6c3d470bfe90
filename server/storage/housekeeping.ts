import { sql } from 'kysely'
import { inOneStatement } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

const sweepSeconds = 600

/** The storage service's own background work. */
export function keepStorage(deps: Deps): void {
  deps.queue.every(sweepSeconds, () => forgetUploads(deps))
}

/** Deletes resumable uploads that took too long, in all workspaces, with what arrived of them. */
export async function forgetUploads({ db, objects, now }: Pick<Deps, 'db' | 'objects' | 'now'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select * from storage.forget_uploads(${now()})`.execute(inOneStatement(db))
  // What a crash leaves here goes when nothing was added for a week.
  for (const { id } of rows) await objects.partial.remove(id)
}
