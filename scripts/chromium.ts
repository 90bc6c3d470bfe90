import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasApt, installPackage, runFor } from './packages.ts'
import { tool } from './tools.ts'

/** The headless shell first, because it runs the journeys in two thirds of the time. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']

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
  runFor(4, tool('playwright'), ['install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded

  if (hasApt()) {
    installPackage('chromium-headless-shell')
    // Older distributions only have the full browser.
    if (!findChromium()) installPackage('chromium')
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

if (import.meta.main) {
  try {
    console.log(ensureChromium())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
