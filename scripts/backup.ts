// npm run backup [-- FILE]: writes the database to one file, also while the server runs.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { writeBackup } from '#server/db/backup.ts'
import { connectRunning } from '#server/db/embedded/connection.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { StartError } from '#server/start-error.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

try {
  const { dataDir, databaseUrl } = readConfig()
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = resolve(process.argv[2] ?? `karta-${stamp}.backup`)
  if (existsSync(file)) throw new StartError(`${file} exists already: choose another name.`)
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version: productVersion } = JSON.parse(manifest) as { version: string }
  await withDatabase(dataDir, databaseUrl, (url) => writeBackup(url, file, { productVersion, progress: say }))
  say('The backup is complete.')
  process.stdout.write(`${file}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

async function withDatabase(dataDir: string, databaseUrl: string | undefined, work: (url: string) => Promise<void>) {
  const running = databaseUrl ?? (await connectRunning(dataDir))
  if (running) return work(running)
  if (!existsSync(dataDir)) throw new StartError(`There is no data folder ${dataDir}, so there is nothing to back up.`)
  const database = await startEmbedded({ dataDir, log: say })
  try {
    await work(database.url)
  } finally {
    await database.stop()
  }
}
