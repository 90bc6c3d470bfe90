import type { z } from 'zod'
import { may, type Action } from '#domain/permissions.ts'
import type { Trx } from '../../db/connect.ts'
import type { WireActor, WorkspaceActor } from '../../http/callers/wire.ts'

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
  /** Columns with which such a column is unique. A row that gives none of them means rows that have none. */
  uniqueWith?: readonly string[]
  /** Where such a column is unique, if not in the whole workspace. */
  uniqueWithin?: (actor: WorkspaceActor) => Record<string, string>
}

export type WriteCall = { trx: Trx; actor: WorkspaceActor }

/** By the name of the view. A view that is not here is read only. */
export type Writers = Readonly<Record<string, Writer>>

/** What each method of a write needs. */
export const methodsOf = (writer: Writer | undefined) => ({
  POST: writer?.create,
  PATCH: writer?.change,
  PUT: writer?.change,
  DELETE: writer?.remove,
})

/** The writer of a view, if there is one. */
export const writerOf = (writers: Writers, view: string): Writer | undefined =>
  Object.hasOwn(writers, view) ? writers[view] : undefined

/** Whether the caller's role allows what the writer does. */
export const mayWrite = ({ may: action }: Writer, actor: WireActor): boolean =>
  actor.kind !== 'anon' && may(actor, action)
