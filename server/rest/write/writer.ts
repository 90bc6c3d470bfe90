import type { z } from 'zod'
import type { Action } from '#domain/permissions.ts'
import type { Trx } from '../../db/connect.ts'
import type { WorkspaceActor } from '../../http/callers/wire.ts'

/** How the rows of one view are written: by the commands that `/v1` runs, so that the same rules hold. */
export type Writer = {
  /** What the caller's role must allow, as in `/v1`. */
  may: Action
  /** Adds one record of what the schema lets through, and gives its id. */
  create?: { input: z.ZodObject; run(call: WriteCall, input: never): Promise<string> }
  change?: { input: z.ZodObject; run(call: WriteCall, id: string, change: never): Promise<unknown> }
  remove?: (call: WriteCall, ids: string[]) => Promise<unknown>
  /** Unique columns, besides the primary key, by which an upsert may find a row. */
  conflicts?: readonly string[]
  /** Where such a column is unique, if not in the whole workspace. */
  uniqueWithin?: (actor: WorkspaceActor) => Record<string, string>
}

export type WriteCall = { trx: Trx; actor: WorkspaceActor }

/** By the name of the view. A view that is not here is read only. */
export type Writers = Readonly<Record<string, Writer>>
