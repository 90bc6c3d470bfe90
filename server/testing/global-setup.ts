import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareSealing } from '../auth/keys/prepare-sealing.ts'
import { readConfig } from '../config.ts'
import { appRole } from '../db/app-role.ts'
import { prepareDatabase } from '../db/connect.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import { prepareQueue } from '../queue/queue.ts'
import { sealingKey, templateName, withDatabase } from './databases.ts'
import { rigRole } from './rig.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the run's PostgreSQL. */
    databaseUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karta-test-'))
  // If nobody else could read the folder, root would keep the database in /var/lib/karta, where nobody removes it.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {}, isThrownAway: true })
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  await client.query(`create database ${templateName}`)
  await prepareDatabase(withDatabase(embedded.url, templateName), async (owner) => {
    await prepareQueue(owner)
    await prepareSealing(owner, readConfig({ KARTA_SEALING_KEY: sealingKey }), () => {})
  })
  await client.query(`create role ${rigRole} nologin in role ${appRole}`)
  await client.end()
  project.provide('databaseUrl', embedded.url)
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
