import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/start-error.ts'
import type { Binaries } from './binaries.ts'
import { databaseUser } from './connection.ts'
import { handOver } from './home.ts'
import type { DatabaseHome } from './home.ts'

const run = promisify(execFile)

/** Creates PostgreSQL's data directory if there is none. Otherwise checks that this PostgreSQL can read it. */
export async function ensureCluster(
  home: DatabaseHome,
  binaries: Binaries,
  password: string,
  log: (line: string) => void,
) {
  for (const half of readdirSync(home.folder)) {
    if (half.startsWith('postgres.new-')) rmSync(join(home.folder, half), { recursive: true, force: true })
  }
  if (!existsSync(home.cluster)) return createCluster(home, binaries, password, log)
  const versionFile = join(home.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new StartError(
      `${home.cluster} is not a PostgreSQL data directory (no PG_VERSION): restore a backup into a new DATA_DIR.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (Number(version) !== binaries.major) {
    throw new StartError(
      `The database in ${home.cluster} was written by PostgreSQL ${version} and this Karta brings PostgreSQL ${binaries.major}: back up with the Karta that wrote it and restore into a new DATA_DIR.`,
    )
  }
}

async function createCluster(home: DatabaseHome, binaries: Binaries, password: string, log: (line: string) => void) {
  log(`Creating the database in ${home.cluster}`)
  const suffix = randomBytes(6).toString('hex')
  const fresh = join(home.folder, `postgres.new-${suffix}`)
  const passwordFile = `${fresh}.password`
  mkdirSync(fresh, { mode: 0o700 })
  handOver(fresh, home.account)
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  handOver(passwordFile, home.account)
  const options = [
    `--pgdata=${fresh}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]
  try {
    await run(binaries.initdb, options, { ...home.account, cwd: home.folder })
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw initError(home, String((error as { stderr?: string }).stderr || error))
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // Only a finished cluster gets the name, so that an interrupted start leaves nothing that looks like data.
  renameSync(fresh, home.cluster)
  if (process.platform !== 'win32') syncFolder(home.folder)
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function initError(home: DatabaseHome, stderr: string): StartError {
  if (stderr.includes('No space left on device')) {
    return new StartError(`No space is left on the disk that holds ${home.folder}.`)
  }
  const line = stderr.split('\n').find((text) => /error|fatal/i.test(text)) ?? stderr.split('\n')[0] ?? ''
  return new StartError(`The database cannot be created in ${home.cluster}: ${line.trim()}`)
}
