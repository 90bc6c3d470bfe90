import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, tool, toolEnvironment } from './tools.ts'

/** The headless shell first, because it runs the journeys in two thirds of the time. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const minutes = (count: number) => count * 60_000

/** The path of a Chromium or Chrome on this machine that actually runs, if there is one. */
export function findChromium(): string | undefined {
  return candidates().find(runs)
}

/** Finds a Chromium or installs one: Playwright's, or the system's package. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run.`)

  console.log('No Chromium found; installing one.')
  run(tool('playwright'), ['install', 'chromium'], minutes(4))
  const downloaded = findChromium()
  if (downloaded) return downloaded

  if (process.platform === 'linux' && existsSync('/usr/bin/apt-get')) {
    asRoot(['apt-get', 'update'], minutes(4))
    const install = ['apt-get', 'install', '-y', '--no-install-recommends']
    asRoot([...install, 'chromium-headless-shell'], minutes(10))
    // Older distributions only have the full browser.
    if (!findChromium()) asRoot([...install, 'chromium'], minutes(10))
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser journeys need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH.',
  )
}

function candidates(): string[] {
  if (process.env.CHROMIUM_PATH) return [process.env.CHROMIUM_PATH]
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  const onMac = ['/Applications', join(process.env.HOME ?? '', 'Applications')].flatMap((folder) =>
    macApps.map((app) => join(folder, app)),
  )
  return [...onPath, ...(process.platform === 'darwin' ? onMac : []), chromium.executablePath()].filter(existsSync)
}

/** Downloads without their system libraries and placeholders for a snap exist but do not run. */
function runs(path: string): boolean {
  if (process.platform === 'win32') return existsSync(path)
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

function asRoot(command: string[], limit: number) {
  const isRoot = process.getuid?.() === 0
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command]
  run(program, args, limit, { DEBIAN_FRONTEND: 'noninteractive' })
}

function run(program: string, args: string[], limit: number, extra: Record<string, string> = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    timeout: limit,
    env: { ...toolEnvironment(), ...extra },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) console.error(`${program} ${args.join(' ')} failed: ${done.stderr?.trim() ?? done.error}`)
}

if (import.meta.main) {
  try {
    console.log(ensureChromium())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
