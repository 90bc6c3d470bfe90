import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { readChain } from '#server/backups/chain.ts'
import { checkBackup } from '#server/backups/check.ts'
import { readPassphrase } from '#server/backups/encryption.ts'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { throwAwayFolder } from './throw-away.ts'
import { say } from './with-database.ts'

/** Restores a backup into a database that is thrown away, and says what it found. The exit code is 1 if something is wrong. */
export async function checkBackups(files: string[]): Promise<void> {
  const { backupPassphrase } = readConfig()
  const passphrase = readPassphrase(backupPassphrase)
  const chain = await readChain(
    files.map((file) => resolve(file)),
    passphrase,
  )
  const dataDir = throwAwayFolder('check')
  try {
    const database = await startEmbedded({ dataDir, log: () => {} })
    try {
      const migrations = { names: migrationNames, migrate }
      const found = await checkBackup(database.url, chain, { migrations, passphrase, progress: say })
      say(
        `The backup of ${found.createdAt} restores: ${found.rows} rows in ${found.tables} tables, ${found.histories} histories that end as their heads say, ${found.objects} uploaded files that are what their hashes say.`,
      )
      for (const problem of found.problems.slice(0, 20)) say(problem)
      say(found.problems.length === 0 ? 'Nothing is wrong.' : `Something is wrong: ${found.problems.length} in all.`)
      if (found.problems.length > 0) process.exitCode = 1
    } finally {
      await database.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
