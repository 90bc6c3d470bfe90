import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeBackupFolder, openBackups } from './scheduled.ts'

const home = mkdtempSync(join(tmpdir(), 'karta-scheduled-'))
afterAll(() => rmSync(home, { recursive: true }))

const hourMs = 3_600_000
const alone = async (work: () => Promise<void>) => {
  await work()
  return true
}

function setUp(name: string) {
  const folder = join(home, name)
  makeBackupFolder(folder, undefined)
  let now = Date.parse('2026-03-20T12:00:00Z')
  const settings = { folder, every: { seconds: 6 * 3600 }, keepDays: 2, keepWeeks: 0, withObjects: true }
  const open = () => openBackups(settings, () => new Date(now))
  const write = async (file: string) => {
    writeFileSync(file, 'a backup')
    return { lost: [] }
  }
  const later = (hours: number) => void (now += hours * hourMs)
  const files = () => readdirSync(folder).toSorted()
  return { folder, open, write, later, files }
}

test('a backup is written when it is due, and replaces outdated ones of its own only', async () => {
  const { folder, open, write, later, files } = setUp('due')
  const others = ['karta-2026-01-01T00-00-00Z.backup', 'notes.txt']
  for (const name of others) writeFileSync(join(folder, name), 'mine')
  const crashed = 'karta-scheduled-2026-03-20T06-00-00Z.backup.part'
  writeFileSync(join(folder, crashed), 'half')

  const backups = open()
  expect([await backups.ageSeconds(), await backups.bytes()]).toEqual([undefined, undefined])
  expect(await backups.writeIfDue({ write, alone })).toBe('written')
  expect(await backups.writeIfDue({ write, alone })).toBe('not due')
  expect(files()).toEqual([others[0], 'karta-scheduled-2026-03-20T12-00-00Z.backup', others[1]])
  later(5)
  expect([await backups.ageSeconds(), await backups.bytes()]).toEqual([5 * 3600, 8])
  later(1)
  // After a restart it is known from the folder.
  expect(await open().writeIfDue({ write, alone })).toBe('written')
  for (let day = 0; day < 3; day++) {
    later(24)
    expect(await backups.writeIfDue({ write, alone })).toBe('written')
  }
  expect(files().filter((name) => name.startsWith('karta-scheduled'))).toEqual([
    'karta-scheduled-2026-03-22T18-00-00Z.backup',
    'karta-scheduled-2026-03-23T18-00-00Z.backup',
  ])
})

test('a failure is counted, removes nothing, and is tried again after a while', async () => {
  const { open, write, later, files } = setUp('failing')
  const backups = open()
  await backups.writeIfDue({ write, alone })
  later(72)
  const failing = { alone, write: () => Promise.reject(new Error('no space')) }
  await expect(backups.writeIfDue(failing)).rejects.toThrow('no space')
  expect(await backups.writeIfDue({ write, alone })).toBe('not due')
  expect([backups.failures(), files().length]).toEqual([1, 1])
  later(1)
  expect(await backups.writeIfDue({ write, alone })).toBe('written')

  // A backup without some uploaded files is better than none, and still somebody has to look.
  later(6)
  const lossy = async (file: string) => ({ ...(await write(file)), lost: ['ab'.repeat(32)] })
  await expect(backups.writeIfDue({ write: lossy, alone })).rejects.toThrow('1 uploaded files are missing or damaged')
  expect(backups.failures()).toBe(2)
  expect(await backups.ageSeconds()).toBe(0)
})

test('of two servers with one folder, only one writes', async () => {
  const { open, write, later } = setUp('shared')
  later(0)
  expect(await open().writeIfDue({ write, alone: async () => false })).toBe('another server is at it')
  const slower = open()
  const outcome = await slower.writeIfDue({
    write: () => Promise.reject(new Error('written twice')),
    // By the time it gets its turn, the other one is done.
    alone: async (work) => {
      await open().writeIfDue({ write, alone })
      return alone(work)
    },
  })
  expect(outcome).toBe('not due')
})
