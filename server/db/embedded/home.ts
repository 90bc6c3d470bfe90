import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { canReach, unprivilegedAccount } from './account.ts'
import type { Account } from './account.ts'

/** Where root keeps what an unprivileged account must reach, if the data folder is in a private home. */
const sharedRoot = '/var/lib/karta'

export type DatabaseHome = {
  /** The folder with `postgres/` and `run/`: the data folder itself, or one under /var/lib/karta. */
  folder: string
  /** PostgreSQL's own data directory. */
  cluster: string
  account: Account
}

/**
 * Decides where the database files are and which account PostgreSQL runs as.
 *
 * The files are in the data folder, unless root starts Karta on a folder that the unprivileged account cannot enter (such
 * as one under /root). Then they are in /var/lib/karta/<hash>. The file `postgres-home` in the data folder names that
 * place, and the file `data-folder` there names the data folder.
 */
export function databaseHome(dataDir: string, runAs?: string): DatabaseHome {
  const marker = join(dataDir, 'postgres-home')
  if (existsSync(marker)) return existingHome(movedHome(dataDir, readFileSync(marker, 'utf8').trim()), runAs)
  if (existsSync(join(dataDir, 'postgres'))) return existingHome(dataDir, runAs)

  const account = unprivilegedAccount(runAs)
  if (!account || canReach(account, dataDir)) return homeIn(dataDir, account)
  const folder = join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  makeSharedFolder(folder)
  writeFileSync(join(folder, 'data-folder'), `${dataDir}\n`, { mode: 0o600 })
  writeFileSync(marker, `${folder}\n`, { mode: 0o600 })
  return homeIn(folder, account)
}

/** Where the files of a data folder are kept: in it, unless `databaseHome` decided otherwise. It makes and checks nothing. */
export function storedIn(dataDir: string): string {
  const marker = join(dataDir, 'postgres-home')
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() : dataDir
}

// Every account can enter it.
function makeSharedFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    // A strict umask would have made them private.
    for (const made of [sharedRoot, folder]) chmodSync(made, 0o755)
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root and needs ${folder}, which cannot be made (${(error as NodeJS.ErrnoException).code}): run Karta as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

/** Gives a file or folder to the account. */
export function handOver(path: string, account: Account): void {
  if (!account) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root and ${path} cannot be given to another user (${(error as NodeJS.ErrnoException).code}): run Karta as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

function homeIn(folder: string, account: Account): DatabaseHome {
  return { folder, cluster: join(folder, 'postgres'), account }
}

function existingHome(folder: string, runAs: string | undefined): DatabaseHome {
  const home = homeIn(folder, unprivilegedAccount(runAs))
  if (!existsSync(home.cluster) || process.getuid === undefined) return home
  const { uid, gid } = statSync(home.cluster)
  if (process.getuid() !== 0 && uid !== process.getuid()) {
    throw new StartError(
      `The database in ${home.cluster} belongs to another user (id ${uid}): run Karta as that user or as root, or choose another DATA_DIR.`,
    )
  }
  if (home.account && runAs !== undefined && uid !== home.account.uid) {
    throw new StartError(
      `The database in ${home.cluster} belongs to another user (id ${uid}) than RUN_AS: give it to ${runAs} with chown -R, or leave RUN_AS out.`,
    )
  }
  // Root keeps the owner of existing files: a folder that an ordinary user created stays theirs.
  if (home.account && uid !== 0) home.account = { uid, gid }
  if (home.account && !canReach(home.account, folder)) {
    throw new StartError(
      `PostgreSQL does not run as root, and user ${home.account.uid}, who owns ${home.cluster}, may not pass through the folders above it: allow that with chmod o+x, or move the data folder.`,
    )
  }
  return home
}

function movedHome(dataDir: string, folder: string): string {
  if (!existsSync(folder)) {
    throw new StartError(
      `The database of ${dataDir} was kept in ${folder}, which is gone: bring it back, or restore a backup into a new DATA_DIR.`,
    )
  }
  const owner = readFileSync(join(folder, 'data-folder'), 'utf8').trim()
  if (owner === dataDir) return folder
  if (existsSync(join(owner, 'postgres-home'))) {
    throw new StartError(
      `${dataDir} is a copy of ${owner}, which owns the database in ${folder}: make copies with a backup and a restore.`,
    )
  }
  writeFileSync(join(folder, 'data-folder'), `${dataDir}\n`, { mode: 0o600 })
  return folder
}
