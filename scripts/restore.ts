// npm run restore -- FILE: replaces everything in the database with a backup. Stop the server first.
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { restoreBackup } from '#server/db/backup.ts'
import { checkFile } from '#server/db/backup-file.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

try {
  if (process.argv.length !== 3) throw new StartError('Name the backup to restore: npm run restore -- FILE')
  const { dataDir, databaseUrl } = readConfig()
  const file = resolve(process.argv[2]!)
  // Before anything is created or started, so that a wrong file leaves no trace.
  const { createdAt } = await checkFile(file)
  say(`Restoring the backup from ${createdAt}`)
  await withDatabase(dataDir, databaseUrl, (url) =>
    restoreBackup(url, file, { migrations: { names: migrationNames, migrate }, progress: say }),
  )
  say('The restore is complete.')
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

async function withDatabase(dataDir: string, databaseUrl: string | undefined, work: (url: string) => Promise<void>) {
  if (databaseUrl) return work(databaseUrl)
  // Fails while a server holds the data folder.
  const database = await startEmbedded({ dataDir, log: say })
  try {
    await work(database.url)
  } finally {
    await database.stop()
  }
}
