import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new data folder for one run, which whoever asked for it removes. */
export function throwAwayFolder(purpose: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `karta-${purpose}-`)))
  // Started by root, PostgreSQL runs as another account; unable to pass, it would settle under /var/lib and stay there.
  chmodSync(folder, 0o711)
  return folder
}
