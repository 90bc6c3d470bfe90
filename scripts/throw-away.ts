import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new data folder for one run. The caller removes it. */
export function throwAwayFolder(purpose: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `karta-${purpose}-`)))
  // Started by root, PostgreSQL runs as another user. If that user could not enter, it would move to /var/lib and stay.
  chmodSync(folder, 0o711)
  return folder
}
