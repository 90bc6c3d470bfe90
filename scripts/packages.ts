import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, toolEnvironment } from './tools.ts'

/** Programs that tests use where they are, or where Debian's packages bring them. */
const forTests = { 'nats-server': 'nats-server', pgbouncer: 'pgbouncer', php: 'php-cli' }

/** Installs what tests use and this machine lacks, if it can. Tests that find a program missing say that they are skipped. */
export function installForTests(): void {
  for (const [program, name] of Object.entries(forTests)) {
    const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
    if (!isThere && hasApt()) installPackage(name)
  }
}

export const hasApt = (): boolean => process.platform === 'linux' && existsSync('/usr/bin/apt-get')

let isListRead = false

/** Installs a package of Debian. Failing is told, and no more. */
export function installPackage(name: string): void {
  if (!isListRead) asRoot(4, ['apt-get', 'update'])
  isListRead = true
  asRoot(10, ['apt-get', 'install', '-y', '--no-install-recommends', name])
}

function asRoot(minutes: number, command: string[]): void {
  const isRoot = process.getuid?.() === 0
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command]
  runFor(minutes, program, args, { DEBIAN_FRONTEND: 'noninteractive' })
}

/** Runs a program that installs something, for so many minutes at most. */
export function runFor(minutes: number, program: string, args: string[], extra: Record<string, string> = {}): void {
  const done = spawnSync(program, args, {
    cwd: root,
    timeout: minutes * 60_000,
    env: { ...toolEnvironment(), ...extra },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) console.error(`${program} ${args.join(' ')} failed: ${done.stderr?.trim() ?? done.error}`)
}
