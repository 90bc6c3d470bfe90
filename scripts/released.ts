// npm run released: at a release, records what it uses of the database in server/db/released.json.
import { rmSync, writeFileSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import { openPool, prepareDatabase } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { readSchema, releasedFile } from '#server/db/released.ts'
import { throwAwayFolder } from './throw-away.ts'

const dataDir = throwAwayFolder('released')
const database = await startEmbedded({ dataDir, log: () => {} })
try {
  await prepareDatabase(database.url, async () => {})
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool(database.url, { onError: () => {} }) }),
  })
  writeFileSync(releasedFile, `${JSON.stringify(await readSchema(db), null, 1)}\n`)
  await db.destroy()
  process.stdout.write('server/db/released.json has what this release uses of the database.\n')
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true })
}
