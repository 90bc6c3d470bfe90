// npm run restore -- FILE... [--without-key] [--without-objects] | --check FILE...: replaces everything with a backup.
// Stop the server first.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { knownRootKeys, readKeyFile, readRootKey, writeKeyFile, type RootKey } from '#server/auth/keys/root-keys.ts'
import { readChain } from '#server/backups/chain.ts'
import { readPassphrase } from '#server/backups/encryption.ts'
import { readConfig, type Config } from '#server/config.ts'
import { restoreBackup } from '#server/db/backup.ts'
import { checkFile } from '#server/db/backup-file.ts'
import { unprivilegedAccount, type Account } from '#server/db/embedded/account.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { handOverAll, makeFolders } from '#server/objects/folders.ts'
import { objectsFrom } from '#server/objects/from-settings.ts'
import { restoreObjects } from '#server/objects/restore.ts'
import { outageSentence } from '#server/objects/outage.ts'
import { StartError } from '#server/start-error.ts'
import { checkBackups } from './backup-check.ts'
import { say } from './with-database.ts'

const usage = `npm run restore -- FILE [EARLIER...] [--without-key] [--without-objects]
npm run restore -- --check FILE [EARLIER...]`

try {
  const { positionals, values } = readArguments()
  const files = positionals.map((name) => resolve(name))
  if (values.check) await checkBackups(files)
  else await restore(files, { needsKey: !values['without-key'], withObjects: !values['without-objects'] })
} catch (error) {
  const sentence = error instanceof StartError ? error.message : outageSentence(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

async function restore(files: string[], { needsKey, withObjects }: { needsKey: boolean; withObjects: boolean }) {
  const config = readConfig()
  const passphrase = readPassphrase(config.backupPassphrase)
  // Before anything is created or started, so that a wrong file leaves no trace.
  const chain = withObjects ? await readChain(files, passphrase) : files.slice(0, 1)
  const file = chain.at(-1)!
  for (const earlier of chain.slice(0, -1)) await checkFile(earlier, passphrase)
  const { header, sealingKeys } = await checkFile(file, passphrase)
  const brought = sealingKeys.flatMap((key) => readRootKey(key) ?? [])
  const missing = missingKeys(header.sealedWith ?? [], [...knownRootKeys(config.sealing), ...brought])
  if (missing.length > 0 && needsKey) throw new StartError(withoutKey(missing))
  say(`Restoring the backup from ${header.createdAt}`)
  await withDatabase(config, async ({ url, home, account }) => {
    keepKeys(config, brought)
    // First, so that no row ever names an object that is not there.
    if (withObjects && header.objects !== undefined && header.objects !== 'none') {
      await putObjectsBack(chain, { home, account, passphrase, s3: config.s3 })
    }
    await restoreBackup(url, file, { migrations: { names: migrationNames, migrate }, progress: say, passphrase })
  })
  say('The restore is complete.')
  if (header.objects === 'none') say('Uploaded files are not in this backup: put them back in another way.')
  if (missing.length > 0)
    say('Without its sealing key, Karta does not start on it: see "A lost key" in docs/database.md.')
}

type Place = { home: string; account: Account; passphrase: string | undefined; s3: Config['s3'] }

async function putObjectsBack(chain: string[], { home, account, passphrase, s3 }: Place): Promise<void> {
  const folders = makeFolders(join(home, 'objects'), account)
  const objects = await objectsFrom(s3, { folders, claim: () => Promise.resolve(), checkRoom: () => {} })
  const { absent } = await restoreObjects(chain, { objects, passphrase, progress: say })
  handOverAll(folders.root, account)
  if (absent.length === 0) return
  say(`${absent.length} uploaded files are not in the backup, because they were missing when it was written:`)
  for (const sha256 of absent.slice(0, 20)) say(`  ${sha256}`)
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        'without-key': { type: 'boolean', default: false },
        'without-objects': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    if (read.positionals.length > 0) return read
  } catch {}
  throw new StartError(usage)
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

type Where = { url: string; home: string; account: Account }

async function withDatabase({ dataDir, databaseUrl, runAs }: Config, work: (where: Where) => Promise<void>) {
  if (databaseUrl) {
    const account = runAs === 'root' ? undefined : unprivilegedAccount(runAs)
    return work({ url: databaseUrl, home: dataDir, account })
  }
  // Fails while a server holds the data folder.
  const database = await startEmbedded({ dataDir, log: say })
  try {
    await work(database)
  } finally {
    await database.stop()
  }
}
