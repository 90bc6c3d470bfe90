// npm run backup [-- FILE] [--since FILE] [--without-objects] | --check FILE...: writes everything to one file, even while
// the server runs.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { readChain } from '#server/backups/chain.ts'
import { readEncryption } from '#server/backups/encryption.ts'
import { readStored } from '#server/backups/stored-objects.ts'
import { readConfig } from '#server/config.ts'
import { checkFile } from '#server/db/backup-file.ts'
import type { Earlier } from '#server/db/backup-objects.ts'
import { writeBackup } from '#server/db/backup.ts'
import { outageSentence } from '#server/objects/outage.ts'
import { StartError } from '#server/start-error.ts'
import { checkBackups } from './backup-check.ts'
import { say, withDatabase } from './with-database.ts'

const usage = `npm run backup -- [FILE] [--since FILE] [--without-objects]
npm run backup -- --check FILE`

try {
  const { positionals, values } = readArguments()
  if (values.check) await checkBackups(positionals)
  else await backUp(positionals[0], values.since, values['without-objects'])
} catch (error) {
  const sentence = error instanceof StartError ? error.message : outageSentence(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        'without-objects': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    if (read.values.check ? read.positionals.length > 0 : read.positionals.length < 2) return read
  } catch {}
  throw new StartError(usage)
}

async function backUp(name: string | undefined, since: string | undefined, withoutObjects: boolean): Promise<void> {
  const config = readConfig()
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = resolve(name ?? `karta-${stamp}.backup`)
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another name.`)
  const encryption = readEncryption(config)
  const earlier = since === undefined ? undefined : await readEarlier(resolve(since), encryption?.passphrase)
  const { lost } = await withDatabase(config, async (url) =>
    writeBackup(url, file, {
      productVersion: packageJson.version,
      progress: say,
      objects: withoutObjects ? undefined : await readStored(config),
      earlier,
      ...(encryption && { encryption }),
    }),
  )
  const key = config.sealing.given.length > 0 ? 'KARTA_SEALING_KEY' : config.sealing.file
  say(`The backup is complete. ${encryption ? encrypted(key, encryption.sealingKeys.length > 0) : plain(key)}`)
  if (withoutObjects) say('Uploaded files are not in it: keep them in another way.')
  process.stdout.write(`${file}\n`)
  if (lost.length === 0) return
  say(`${lost.length} uploaded files were missing or damaged in the store, and so are in the backup:`)
  for (const sha256 of lost.slice(0, 20)) say(`  ${sha256}`)
  process.exitCode = 1
}

/** Reads all of the earlier backup, since nothing good can build on a damaged one. */
async function readEarlier(file: string, passphrase: string | undefined): Promise<Earlier> {
  say(`Checking ${file}`)
  const { header, lost } = await checkFile(file, passphrase)
  if (header.id === undefined || header.objects === 'none') {
    throw new StartError(`${file} contains no uploaded files, so this backup cannot continue it.`)
  }
  await readChain([file], passphrase)
  return { file, header, lost, passphrase }
}

function plain(key: string): string {
  return `It is not encrypted, since BACKUP_PASSPHRASE is not set, and a restore elsewhere also needs ${key}.`
}

function encrypted(key: string, hasKey: boolean): string {
  if (hasKey) return `It is encrypted and contains ${key}, so a restore elsewhere needs only the passphrase.`
  return `It is encrypted; a restore elsewhere needs the passphrase and ${key}.`
}
