import { Client } from 'pg'
import { checkFile, type Checked } from '../db/backup-file.ts'
import { restoreBackup, type Migrations, type Progress } from '../db/backup.ts'
import { contained, inOrder, listedIn } from '../db/backup-objects.ts'

type Check = { migrations: Migrations; passphrase?: string | undefined; progress?: Progress }

export type Findings = {
  createdAt: string
  tables: number
  rows: number
  histories: number
  objects: number
  /** What is wrong, in sentences. */
  problems: string[]
}

/**
 * Restores a backup into an empty database to see whether that works, and compares: rows as counted when it was written,
 * histories with their heads, objects with their hashes.
 * @param chain the backup, after those that it continues
 */
export async function checkBackup(emptyDatabase: string, chain: string[], options: Check): Promise<Findings> {
  const checked: Checked[] = []
  for (const file of chain) checked.push(await checkFile(file, options.passphrase))
  const [file, last] = [chain.at(-1)!, checked.at(-1)!]
  // It compares the number of rows of every table.
  await restoreBackup(emptyDatabase, file, options)
  const client = new Client({ connectionString: emptyDatabase })
  await client.connect()
  try {
    const heads = await wrongHeads(client)
    const objects =
      last.header.objects === 'none' ? undefined : await missingObjects(chain, checked, options.passphrase)
    return {
      createdAt: last.header.createdAt,
      tables: last.tables,
      rows: last.rows,
      histories: heads.histories,
      objects: objects?.found ?? 0,
      problems: [
        ...(heads.wrong > 0 ? [`${heads.wrong} histories do not end as their heads say.`] : []),
        ...(objects ? objects.missing.map((sha256) => `Object ${sha256} is not in the backup.`) : []),
      ],
    }
  } finally {
    await client.end()
  }
}

async function wrongHeads(client: Client): Promise<{ histories: number; wrong: number }> {
  const { rows } = await client.query<{ histories: number; wrong: number }>(
    `select count(*)::int as histories, (count(*) filter (where not exists (
        select from delivery_events e where e.workspace_id = h.workspace_id and e.delivery_id = h.subject_id
          and e.sequence = h.length and e.hash = h.hash)))::int as wrong
      from chain_heads h where h.subject = 'delivery'`,
  )
  return rows[0]!
}

async function missingObjects(chain: string[], checked: Checked[], passphrase?: string) {
  const contents = chain.map((file, at) => {
    const lost = new Set(checked[at]!.lost)
    return { isThere: inOrder(contained(file, passphrase)), lost }
  })
  const missing: string[] = []
  let found = 0
  for await (const sha256 of listedIn(chain.at(-1)!, passphrase)) {
    const places = await Promise.all(
      contents.map(async ({ isThere, lost }) => (await isThere(sha256)) && !lost.has(sha256)),
    )
    if (places.includes(true)) found++
    else missing.push(sha256)
  }
  return { found, missing }
}
