// npm run backup [-- FILE]: writes the database to one file, even while the server runs.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { writeBackup } from '#server/db/backup.ts'
import { StartError } from '#server/start-error.ts'
import { say, withDatabase } from './with-database.ts'

try {
  const where = readConfig()
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = resolve(process.argv[2] ?? `karta-${stamp}.backup`)
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another name.`)
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version: productVersion } = JSON.parse(manifest) as { version: string }
  await withDatabase(where, (url) => writeBackup(url, file, { productVersion, progress: say }))
  say('The backup is complete.')
  process.stdout.write(`${file}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}
