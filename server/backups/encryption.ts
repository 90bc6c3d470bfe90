import { readFileSync } from 'node:fs'
import { readKeyFile, writeRootKey } from '../auth/keys/root-keys.ts'
import type { Config } from '../config.ts'
import type { Encryption } from '../db/backup.ts'
import { StartError } from '../start-error.ts'

const leastCharacters = 12

/** @throws StartError if it cannot be read, or is too short to withstand guessing */
export function readPassphrase(setting: Config['backupPassphrase']): string | undefined {
  if (!setting) return undefined
  const text = 'text' in setting ? setting.text : firstLine(setting.file)
  if (text.length >= leastCharacters) return text
  throw new StartError(`The passphrase for backups must have at least ${leastCharacters} characters.`)
}

/** What a backup is encrypted with, and the keys that come with it. Undefined without a passphrase. */
export function readEncryption({ backupPassphrase, sealing }: Config): Encryption | undefined {
  const passphrase = readPassphrase(backupPassphrase)
  if (passphrase === undefined) return undefined
  // A key from a setting is kept elsewhere on purpose.
  return { passphrase, sealingKeys: sealing.given.length > 0 ? [] : readKeyFile(sealing.file).map(writeRootKey) }
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0]!
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`BACKUP_PASSPHRASE_FILE ${file} cannot be read (${code}).`, { cause: error })
  }
}
