// npm run backup [-- FILE]: writes the database to one file, even while the server runs.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readKeyFile, writeRootKey } from '#server/auth/keys/root-keys.ts'
import { readConfig } from '#server/config.ts'
import { writeBackup } from '#server/db/backup.ts'
import { StartError } from '#server/start-error.ts'
import { readPassphrase } from './backup-passphrase.ts'
import { say, withDatabase } from './with-database.ts'

try {
  const config = readConfig()
  const { given, file: keyFile } = config.sealing
  const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = resolve(process.argv[2] ?? `karta-${stamp}.backup`)
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another name.`)
  const passphrase = readPassphrase(config.backupPassphrase)
  // A key from a setting is kept elsewhere on purpose.
  const sealingKeys = given.length > 0 ? [] : readKeyFile(keyFile).map(writeRootKey)
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version: productVersion } = JSON.parse(manifest) as { version: string }
  const encryption = passphrase === undefined ? undefined : { passphrase, sealingKeys }
  await withDatabase(config, (url) =>
    writeBackup(url, file, { productVersion, progress: say, ...(encryption && { encryption }) }),
  )
  const key = given.length > 0 ? 'KARTA_SEALING_KEY' : keyFile
  say(`The backup is complete. ${passphrase === undefined ? plain(key) : encrypted(key, sealingKeys.length > 0)}`)
  process.stdout.write(`${file}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  say(error.message)
  process.exitCode = 1
}

function plain(key: string): string {
  return `It is not encrypted, since BACKUP_PASSPHRASE is not set, and a restore elsewhere also needs ${key}.`
}

function encrypted(key: string, hasKey: boolean): string {
  if (hasKey) return `It is encrypted and contains ${key}, so a restore elsewhere needs only the passphrase.`
  return `It is encrypted; a restore elsewhere needs the passphrase and ${key}.`
}
