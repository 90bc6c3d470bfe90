import type pg from 'pg'
import { growRoot, type Leaf, type LogEntry } from '#domain/chain/log.ts'
import { misfitSentence } from '#domain/chain/misfit.ts'
import { verifyChain } from '#domain/chain/verify.ts'
import { beginsWith, wrongInLogEntry, type VerifySignature } from '#domain/chain/verify-export.ts'
import { noteAudit } from '../audit/note.ts'
import { appRole } from '../db/app-role.ts'
import { inWorkspace, type Db, type Trx } from '../db/connect.ts'
import { lend } from '../db/lent.ts'
import { verifyLog } from '../features/audit/commands.ts'
import { readDeliveryHeads, readLog, readSignedAmong, readSignedHeads } from '../features/custody/queries.ts'
import { readChains } from '../features/deliveries/queries.ts'
import { StartError } from '../start-error.ts'
import type { Header } from './archive.ts'
import { inSql, quote, type Catalog } from './catalog.ts'

export type { VerifySignature }

type Given = {
  header: Header
  catalog: Catalog
  /** How many rows were added to each table. */
  added: Map<string, number>
  verifySignature: VerifySignature
  now: () => Date
}

const chainsAtOnce = 500
const headsAtOnce = 10_000
const logAtOnce = 500

/**
 * Looks at what an import has added, before it is committed: nothing refers to another workspace, row-level security shows
 * all of it to this workspace and none of it to others, and every chain verifies. Then it notes the import in the audit log.
 * @throws StartError
 */
export async function checkImported(
  client: pg.ClientBase,
  given: Given,
): Promise<{ histories: number; auditEntries: number }> {
  const { header, now } = given
  const { id: workspaceId } = header.workspace
  await refuseForeignReferences(client, given)
  // From here on as the server, so that nothing is seen that it would not see.
  await client.query(`set local role ${appRole}`)
  await checkVisible(client, given)
  const db = lend(client)
  const histories = await checkHistories(db, given)
  const read = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(db, workspaceId, work)
  const { head, misfit } = await verifyLog({ workspaceId, read }, undefined, undefined)
  if (misfit) throw new StartError(`The audit log in the export does not verify: ${misfit.say}`)
  await inWorkspace(db, workspaceId, async (trx) => {
    const by = { workspaceId, userId: null, name: 'Karta' }
    const detail = { from: header.source, exported_at: header.created_at, version: header.product_version }
    noteAudit(trx, by, { action: 'workspace.imported', detail }, now())
  })
  await client.query('reset role')
  return { histories, auditEntries: head.length }
}

/** A foreign key by an id alone would let rows refer to somebody else's. */
async function refuseForeignReferences(client: pg.ClientBase, { header, catalog, added }: Given): Promise<void> {
  for (const { from, columns, to, toColumns } of catalog.references) {
    const isTold = columns.includes('workspace_id')
    if (isTold || !added.get(from) || !added.has(to) || to === 'workspaces') continue
    const on = columns.map((column, at) => `t.${quote(toColumns[at]!)} = f.${quote(column)}`).join(' and ')
    const { rows } = await client.query(
      `select from ${inSql(from)} f join ${inSql(to)} t on ${on}
        where f.workspace_id = $1 and t.workspace_id <> $1 limit 1`,
      [header.workspace.id],
    )
    if (rows.length) throw new StartError(`The export has rows of ${from} that refer to another workspace's ${to}.`)
  }
}

const nobody = '00000000-0000-4000-8000-000000000000'

async function checkVisible(client: pg.ClientBase, { header, added }: Given): Promise<void> {
  const count = async (table: string, workspaceId: string) => {
    await client.query(`select set_config('karta.workspace', $1, true), set_config('karta.role', 'system', true)`, [
      workspaceId,
    ])
    const column = table === 'workspaces' ? 'id' : 'workspace_id'
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from ${inSql(table)} where ${column} = $1`,
      [header.workspace.id],
    )
    return Number(rows[0]!.count)
  }
  for (const [table, rows] of added) {
    if ((await count(table, header.workspace.id)) !== rows) throw new StartError(`Not all rows of ${table} arrived.`)
    if ((await count(table, nobody)) !== 0) throw new StartError(`Rows of ${table} would be seen by others.`)
  }
}

async function checkHistories(db: Db, { header, verifySignature }: Given): Promise<number> {
  const { id: workspaceId } = header.workspace
  const read = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(db, workspaceId, work)
  const refuse = (what: string, why: string) => new StartError(`${what} in the export does not verify: ${why}`)
  const { newest, wrong } = await checkLog(read, workspaceId, verifySignature)
  if (wrong) throw refuse('The signed log of histories', wrong)

  const signed = new Map<string, Leaf>()
  const tree = growRoot()
  let last: Leaf | undefined
  let count = 0
  // By subject and id, as the tree is. Of the deliveries, only a page is kept at a time.
  let heads = await read((trx) => readDeliveryHeads(trx, workspaceId, undefined, chainsAtOnce))
  for (
    ;
    heads.length;
    heads = await read((trx) => readDeliveryHeads(trx, workspaceId, heads.at(-1)!.subject_id, chainsAtOnce))
  ) {
    const ids = heads.map(({ subject_id }) => subject_id)
    const leaves = await read((trx) => readSignedAmong(trx, workspaceId, ids))
    signed.clear()
    for (const leaf of leaves) signed.set(leaf.subject_id, leaf)
    const chains = Map.groupBy(await read((trx) => readChains(trx, workspaceId, ids)), ({ subject_id }) => subject_id)
    for (const { subject_id: id, length, hash } of heads) {
      const head = length === null || hash === null ? undefined : { length, hash }
      const witnesses = { head, signed: signed.get(id), begins: beginsWith.delivery!, withheld: false }
      const found = verifyChain(chains.get(id) ?? [], witnesses)
      if (found) throw refuse(`The history of delivery ${id}`, misfitSentence(found))
      count++
    }
  }
  for (let page = await nextHeads(); page.length; page = await nextHeads()) for (const head of page) tree.add(head)
  if (newest && tree.root() !== newest.root) {
    throw refuse('The signed log of histories', 'it was signed over other histories than those in the file.')
  }
  return count

  async function nextHeads(): Promise<Leaf[]> {
    const page = await read((trx) => readSignedHeads(trx, workspaceId, last, headsAtOnce))
    last = page.at(-1)
    return page
  }
}

async function checkLog(
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  workspaceId: string,
  verifySignature: VerifySignature,
): Promise<{ newest?: LogEntry; wrong?: string }> {
  let newest: LogEntry | undefined
  while (true) {
    const page = await read((trx) => readLog(trx, workspaceId, newest?.number ?? 0, logAtOnce))
    for (const entry of page) {
      if (entry.number !== (newest?.number ?? 0) + 1) return { wrong: `Entry ${entry.number - 1} is missing.` }
      if (entry.previous_hash !== (newest?.hash ?? null)) return { wrong: `Entry ${entry.number - 1} was replaced.` }
      const wrong = await wrongInLogEntry(entry, verifySignature)
      if (wrong) return { wrong }
      newest = entry
    }
    if (page.length < logAtOnce) return newest ? { newest } : {}
  }
}
