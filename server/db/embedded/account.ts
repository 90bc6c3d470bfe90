import { spawnSync } from 'node:child_process'
import { StartError } from '#server/start-error.ts'

/** The user and group to run PostgreSQL as. Undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

const nobody = 65534

/** Root runs neither PostgreSQL nor Karta as itself, but as this user or else the system's unprivileged account. */
export function unprivilegedAccount(runAs: string | undefined): Account {
  if (process.getuid?.() !== 0) return undefined
  if (runAs === undefined) return { uid: idOf('-u', 'nobody') ?? nobody, gid: idOf('-g', 'nobody') ?? nobody }
  const [uid, gid] = [idOf('-u', runAs), idOf('-g', runAs)]
  if (!uid || gid === undefined)
    throw new StartError(`RUN_AS must be an ordinary user of this machine, not "${runAs}".`)
  return { uid, gid }
}

function idOf(flag: '-u' | '-g', user: string): number | undefined {
  const { stdout, status } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  const id = Number(stdout)
  // macOS prints -2, but system calls expect an unsigned number.
  return status === 0 && Number.isInteger(id) ? id >>> 0 : undefined
}

/**
 * Whether the account may enter a folder or run a file. We ask the system, because modes alone say nothing about access
 * lists, mount options and security modules.
 */
export function canReach(account: Account, path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -r "$1" -o -d "$1" && test -x "$1"', 'sh', path], {
    ...account,
    cwd: '/',
  })
  return status === 0
}
