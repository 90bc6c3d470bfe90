import { sql } from 'kysely'
import type { Sandbox } from '#domain/schema/sandbox.ts'
import type { Trx } from '../../db/connect.ts'

type Row = { id: string; created_at: string }

/** The sandbox of the transaction's workspace, if it has one. */
export async function readSandbox(trx: Trx): Promise<Sandbox | null> {
  const { rows } = await sql<Row>`select * from own_sandbox()`.execute(trx)
  return rows[0] ?? null
}
