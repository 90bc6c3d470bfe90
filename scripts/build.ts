import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, tool } from './tools.ts'

const stamp = join(root, 'build/.stamp')
const lock = join(root, 'build/.lock')

/** Everything that the built pages are made of; tests among it change nothing. */
const sources = [
  '{web,domain,solver,public}/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/** True when build/ holds what the sources of this moment would give. */
export function isFresh(): boolean {
  const isComplete = existsSync(stamp) && existsSync(join(root, 'build/client/index.html'))
  return isComplete && readFileSync(stamp, 'utf8') === hashSources()
}

/**
 * Builds the pages into build/ unless they are there already, and says so in one line.
 * The stamp goes first and comes back last, so a build that died half way is built again.
 */
export async function buildSite(): Promise<void> {
  if (isFresh()) return console.log('The pages are built already.')
  await holdingLock(() => {
    if (isFresh()) return console.log('The pages were built meanwhile.')
    const startedAt = performance.now()
    const hash = hashSources()
    rmSync(stamp, { force: true })
    const run = spawnSync(tool('react-router'), ['build'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
      shell: process.platform === 'win32',
    })
    if (run.status !== 0) throw new Error(`The pages cannot be built:\n${run.stdout ?? ''}${run.stderr ?? run.error}`)
    writeFileSync(stamp, hash)
    console.log(`Built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  })
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: root }).toSorted()) {
    if (/\.test\.tsx?$/.test(path) || path.startsWith(join('solver', 'bench')) || !statSync(join(root, path)).isFile())
      continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Two starts at once build one after the other; the lock of a process that is gone counts for nothing. */
async function holdingLock(build: () => void): Promise<void> {
  mkdirSync(join(root, 'build'), { recursive: true })
  while (!takeLock()) await wait(200)
  try {
    build()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(): boolean {
  try {
    const file = openSync(lock, 'wx')
    writeFileSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!isHeld()) rmSync(lock, { force: true })
    return false
  }
}

function isHeld(): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    // Just created and not yet written: somebody is there.
    if (holder === 0) return performance.timeOrigin + performance.now() - statSync(lock).mtimeMs < 5000
    process.kill(holder, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

if (import.meta.main) {
  try {
    await buildSite()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
