import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const newMailToken = () => randomBytes(24).toString('base64url')

/** The token of `/dev/messages` that belongs to a data folder, so that its link still works after the next start. */
export function keptMailToken(dataDir: string): string {
  const file = join(dataDir, 'mail-token')
  try {
    const kept = readFileSync(file, 'utf8').trim()
    if (/^[\w-]{32}$/.test(kept)) return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const token = newMailToken()
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}
