import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { lockDataDir } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'karta-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the data folder has one holder at a time', () => {
  const path = join(folder, 'one')
  const lock = lockDataDir(path)
  expect(() => lockDataDir(path)).toThrow(`Another Karta (process ${process.pid}) is already running on ${path}.`)
  lock.release()
  const next = lockDataDir(path)
  next.release()
  next.release()
  expect(existsSync(join(path, 'karta.pid'))).toBe(false)
})

test('a killed holder leaves no lock, even if its process id is reused', async (context) => {
  const path = join(folder, 'killed')
  const holder = await holdInAnotherProcess(path)
  context.onTestFinished(() => void holder.kill('SIGKILL'))
  expect(() => lockDataDir(path)).toThrow(`Another Karta (process ${holder.pid}) is already running`)
  const closed = new Promise((resolve) => holder.once('close', resolve))
  holder.kill('SIGKILL')
  await closed
  expect(existsSync(join(path, 'karta.pid'))).toBe(true)
  // The note now names a process that lives: this one.
  writeFileSync(join(path, 'karta.pid'), String(process.pid))
  lockDataDir(path).release()
})

test('a new data folder is private', () => {
  const path = join(folder, 'private')
  const lock = lockDataDir(path)
  // Root's unprivileged PostgreSQL must pass through it, and can do no more.
  expect(statSync(path).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  expect(statSync(join(path, 'karta.lock')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(path, 'karta.pid'), 'utf8')).toBe(`${process.pid}\n`)
  lock.release()
})

test('a data folder that is a file is refused', () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  expect(() => lockDataDir(path)).toThrow(
    `The data folder ${path} cannot be used (it is not a folder): choose another one with DATA_DIR.`,
  )
  expect(() => lockDataDir(join(path, 'below'))).toThrow('it is not a folder')
  expect(() => lockDataDir('/dev/null')).toThrow('it is not a folder')
})

// Root may write anywhere.
test.skipIf(process.getuid?.() === 0)('a data folder without write permission is refused', () => {
  const path = join(folder, 'closed')
  mkdirSync(path)
  chmodSync(path, 0o500)
  expect(() => lockDataDir(path)).toThrow('this user may not write there')
  expect(() => lockDataDir(join(path, 'below'))).toThrow('this user may not write there')
})

async function holdInAnotherProcess(path: string) {
  const url = pathToFileURL(join(import.meta.dirname, 'lock.ts')).href
  const script = `import { lockDataDir } from ${JSON.stringify(url)}
    lockDataDir(${JSON.stringify(path)}); gc(); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}
