import { mkdirSync } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Written } from '../db/backup.ts'
import type { Account } from '../db/embedded/account.ts'
import { handOver } from '../db/embedded/home.ts'
import { StartError } from '../start-error.ts'
import { beganAt, dueAt, fileNameAt, outdated, type BackupSettings } from './schedule.ts'

const retryMs = 600_000

/** What is known about scheduled backups on this server. */
export type Backups = {
  /** Since the last complete one was begun. Undefined if there is none. */
  ageSeconds(): Promise<number | undefined>
  /** The size of the last complete one. */
  bytes(): Promise<number | undefined>
  /** How many attempts failed since the start. */
  failures(): number
  /** Writes a backup if one is due, and then removes those that are outdated. */
  writeIfDue(work: Work): Promise<'written' | 'not due' | 'another server is at it'>
}

type Work = {
  write: (file: string) => Promise<Pick<Written, 'lost'>>
  /** Runs `work` unless another server is running some. @returns whether it did */
  alone: (work: () => Promise<void>) => Promise<boolean>
}

/** Makes the folder for backups, if there is none, for the account that the server goes on as. */
export function makeBackupFolder(folder: string, account: Account): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) handOver(folder, account)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`BACKUP_DIR ${folder} cannot be made (${code}).`, { cause: error })
  }
}

export function openBackups(settings: BackupSettings, now: () => Date): Backups {
  const { folder } = settings
  let failures = 0
  let retryAt = 0

  const complete = async () => (await readdir(folder)).flatMap((name) => beganAt(name) ?? []).toSorted(byTime)
  const pathOf = (at: Date) => join(folder, fileNameAt(at))
  const lastBytes = async () => {
    const last = (await complete()).at(-1)
    return last && (await stat(pathOf(last))).size
  }
  const ageSeconds = async () => {
    const last = (await complete()).at(-1)
    return last && (now().getTime() - last.getTime()) / 1000
  }
  const isDue = async () => dueAt(settings.every, (await complete()).at(-1), now()) <= now()

  async function write(work: Work['write']): Promise<void> {
    // What a crash left behind. Nobody else is writing one.
    const parts = (await readdir(folder)).filter(
      (name) => beganAt(name.replace(/\.part$/, '')) && name.endsWith('.part'),
    )
    for (const name of parts) await rm(join(folder, name), { force: true })
    await checkRoom(folder, (await lastBytes()) ?? 0)
    const { lost } = await work(pathOf(now()))
    for (const at of outdated(await complete(), now(), settings)) await rm(pathOf(at), { force: true })
    if (lost.length > 0) {
      throw new StartError(`${lost.length} uploaded files are missing or damaged, and not in the backup: ${lost[0]}, …`)
    }
  }

  return {
    // A folder that cannot be read is the backup's failure, not that of whoever asks.
    ageSeconds: () => ageSeconds().catch(() => undefined),
    bytes: () => lastBytes().catch(() => undefined),
    failures: () => failures,
    async writeIfDue({ write: work, alone }) {
      if (now().getTime() < retryAt || !(await isDue())) return 'not due'
      let isWritten = false
      try {
        const isAlone = await alone(async () => {
          // Another server may have just written one to the same folder.
          if (!(await isDue())) return
          await write(work)
          isWritten = true
        })
        if (!isAlone) return 'another server is at it'
        return isWritten ? 'written' : 'not due'
      } catch (error) {
        failures++
        retryAt = now().getTime() + retryMs
        throw error
      }
    },
  }
}

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime()

/** A backup that cannot fit should not fill the disk first. */
async function checkRoom(folder: string, lastBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= lastBytes) return
  const [free, needed] = [bavail * bsize, lastBytes].map((bytes) => Math.floor(bytes / 1e6))
  throw new StartError(`BACKUP_DIR ${folder} has ${free} MB free, and the last backup took ${needed} MB.`)
}
