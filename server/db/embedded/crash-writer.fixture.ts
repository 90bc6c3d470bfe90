// Run by durability.test.ts: inserts numbered rows one by one and prints each number once PostgreSQL has committed it.
import { Client } from 'pg'
import { startEmbedded } from './start.ts'

const database = await startEmbedded({ dataDir: process.argv[2]!, log: () => {} })
const client = new Client({ connectionString: database.url })
client.on('error', () => process.exit(1))
await client.connect()
await client.query('create table if not exists acknowledged (id integer primary key)')
const { rows } = await client.query<{ id: number }>('select id from acknowledged order by id')
process.stdout.write(`${JSON.stringify({ postmaster: database.postmasterPid, found: rows.map(({ id }) => id) })}\n`)
for (let id = (rows.at(-1)?.id ?? 0) + 1; ; id++) {
  await client.query('insert into acknowledged values ($1)', [id])
  process.stdout.write(`${id}\n`)
}
