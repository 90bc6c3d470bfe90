import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Encryption, Written } from '../db/backup.ts'
import type { Deps } from '../deps.ts'

const lookEveryMs = 60_000

export type BackupJob = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'> & {
  /** As the owner of the tables, who sees all rows. */
  ownerUrl: string
  file: string
  withObjects: boolean
  encryption: Encryption | undefined
}

type Job = { ownerUrl: string; encryption: Encryption | undefined }

/** Writes backups at the times in the settings, until the server stops. One that is being written then is given up. */
export function workOnBackups({ backups, config, queue, report }: Deps, { ownerUrl, encryption }: Job): void {
  if (!backups || !config.backups) return
  const { dataDir, databaseUrl, s3, backups: settings } = config
  const { withObjects } = settings
  queue.run(async (signal) => {
    while (!signal.aborted) {
      const write = (file: string) =>
        writeInThread({ dataDir, databaseUrl, s3, ownerUrl, file, withObjects, encryption }, signal)
      await backups.writeIfDue({ write, alone: (work) => alone(ownerUrl, work) }).catch((error: unknown) => {
        if (!signal.aborted) report(error, 'scheduled backup')
      })
      await delay(lookEveryMs, undefined, { signal }).catch(() => {})
    }
  })
}

/** In a thread of its own, because hashing gigabytes would slow requests down. */
async function writeInThread(job: BackupJob, signal: AbortSignal): Promise<Written> {
  const worker = new Worker(new URL('./backup.worker.ts', import.meta.url), { workerData: job })
  const answer = Promise.withResolvers<Written>()
  worker.once('message', answer.resolve).once('error', answer.reject)
  worker.once('exit', () => answer.reject(new Error('The backup ended early.')))
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Of the servers on a database, one at a time writes backups. The lock ends with its connection. */
async function alone(ownerUrl: string, work: () => Promise<void>): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'karta-backup' })
  // A lost connection fails the current query. Without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtext('karta writes a backup')) as free`,
    )
    if (rows[0]!.free) await work()
    return rows[0]!.free
  } finally {
    await client.end()
  }
}
