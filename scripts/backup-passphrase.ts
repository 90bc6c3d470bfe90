import { readFileSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/start-error.ts'

const leastCharacters = 12

/** @throws StartError if it cannot be read, or is too short to withstand guessing */
export function readPassphrase(setting: Config['backupPassphrase']): string | undefined {
  if (!setting) return undefined
  const text = 'text' in setting ? setting.text : firstLine(setting.file)
  if (text.length >= leastCharacters) return text
  throw new StartError(`The passphrase for backups must have at least ${leastCharacters} characters.`)
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0]!
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`BACKUP_PASSPHRASE_FILE ${file} cannot be read (${code}).`, { cause: error })
  }
}
