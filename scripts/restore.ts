// npm run restore -- FILE: replaces everything in the database with a backup. Stop the server first.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { knownRootKeys, readKeyFile, readRootKey, writeKeyFile, type RootKey } from '#server/auth/keys/root-keys.ts'
import { readConfig, type Config } from '#server/config.ts'
import { restoreBackup } from '#server/db/backup.ts'
import { checkFile } from '#server/db/backup-file.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { readPassphrase } from './backup-passphrase.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)
const usage = 'Name the backup to restore: npm run restore -- FILE'

try {
  const { positionals, values } = readArguments()
  if (positionals.length !== 1) throw new StartError(usage)
  const config = readConfig()
  const file = resolve(positionals[0]!)
  const passphrase = readPassphrase(config.backupPassphrase)
  // Before anything is created or started, so that a wrong file leaves no trace.
  const { header, sealingKeys } = await checkFile(file, passphrase)
  const brought = sealingKeys.flatMap((key) => readRootKey(key) ?? [])
  const missing = missingKeys(header.sealedWith ?? [], [...knownRootKeys(config.sealing), ...brought])
  if (missing.length > 0 && !values['without-key']) throw new StartError(withoutKey(missing))
  say(`Restoring the backup from ${header.createdAt}`)
  await withDatabase(config, async (url) => {
    keepKeys(config, brought)
    await restoreBackup(url, file, { migrations: { names: migrationNames, migrate }, progress: say, passphrase })
  })
  say('The restore is complete.')
  if (missing.length > 0)
    say('Without its sealing key, Karta does not start on it: see "A lost key" in docs/database.md.')
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { 'without-key': { type: 'boolean', default: false } } })
  } catch {
    throw new StartError(usage)
  }
}

function missingKeys(needed: string[], known: RootKey[]): string[] {
  return needed.filter((id) => !known.some((key) => key.id === id))
}

function withoutKey(missing: string[]): string {
  return `The keys in this backup are sealed with sealing key ${missing.join(' and ')}, which is not here: set KARTA_SEALING_KEY to it, or put the file sealing-key into DATA_DIR. If it is lost, --without-key restores the rest.`
}

/** The key that seals here stays the first one, and the next start seals the restored keys with it. */
function keepKeys({ sealing }: Config, brought: RootKey[]): void {
  const known = knownRootKeys(sealing)
  const added = brought.filter((key) => !known.some(({ id }) => id === key.id))
  if (added.length === 0) return
  writeKeyFile(sealing.file, [...readKeyFile(sealing.file), ...added])
  say(`The sealing key in the backup is now in ${sealing.file}.`)
}

async function withDatabase({ dataDir, databaseUrl }: Config, work: (url: string) => Promise<void>) {
  if (databaseUrl) return work(databaseUrl)
  // Fails while a server holds the data folder.
  const database = await startEmbedded({ dataDir, log: say })
  try {
    await work(database.url)
  } finally {
    await database.stop()
  }
}
