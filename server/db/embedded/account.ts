import { spawnSync } from 'node:child_process'

/** The user and group to run PostgreSQL as. Undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

const nobody = 65534

/** PostgreSQL refuses to run as root, so root runs it as the system's unprivileged account. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  return { uid: idOf('-u') ?? nobody, gid: idOf('-g') ?? nobody }
}

function idOf(flag: '-u' | '-g'): number | undefined {
  const { stdout, status } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
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
