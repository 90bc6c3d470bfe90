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

/** All inputs of the built pages. Tests among them change nothing. */
const sources = [
  '{web,domain,solver,public}/**/*',
  'scripts/base-map/*',
  'scripts/driver-app/*',
  'scripts/weigh-first-load.ts',
  'vite.config.ts',
  'vite.driver.config.ts',
  'vite.tracking.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/** True if build/ matches the current sources. */
export function isFresh(): boolean {
  const pages = ['build/client/index.html', 'build/client/driver/index.html', 'build/client/tracking/manifest.json']
  const isComplete = existsSync(stamp) && pages.every((page) => existsSync(join(root, page)))
  return isComplete && readFileSync(stamp, 'utf8') === hashSources()
}

/**
 * Builds the pages into build/ unless they are up to date, and reports it in one line. It removes the stamp first and
 * writes it last, so that an interrupted build runs again.
 */
export async function buildSite(): Promise<void> {
  if (isFresh()) return console.log('The pages are up to date.')
  await holdingLock(() => {
    if (isFresh()) return console.log('Another process built the pages.')
    const startedAt = performance.now()
    const hash = hashSources()
    rmSync(stamp, { force: true })
    build('react-router', ['build'])
    // After the site, whose build empties the folder.
    build('vite', ['build', '--config', 'vite.driver.config.ts'])
    build('vite', ['build', '--config', 'vite.tracking.config.ts'])
    writeFileSync(stamp, hash)
    console.log(`Built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  })
}

function build(name: string, args: string[]): void {
  const run = spawnSync(tool(name), args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) throw new Error(`The pages could not be built:\n${run.stdout ?? ''}${run.stderr ?? run.error}`)
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

/** Concurrent starts take turns building. The lock of a dead process is ignored. */
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
    // Just created and still empty, so its owner is alive.
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
