import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { prepareBinaries } from '../db/embedded/binaries.ts'
import { databaseHome, handOver } from '../db/embedded/home.ts'
import { settings } from '../db/embedded/settings.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import { runOn } from './databases.ts'
import { temporaryFolder } from './server-process.ts'

const replicating = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '64MB', synchronous_commit: 'on' }

/** A PostgreSQL of a test's own that others may follow, and a physical standby that follows it. */
export async function startWithStandby() {
  const dataDir = temporaryFolder('primary')
  const primary = await startEmbedded({ dataDir, log: () => {}, isThrownAway: true, more: replicating })
  const standby = await startStandby(dataDir, primary.url)
  return {
    url: primary.url,
    standby,
    /** Runs a statement on the primary as the superuser. */
    ask: (statement: string) => runOn(primary.url, statement),
    /** Ends the primary, which does not come back. */
    stopPrimary: () => primary.stop(),
    async stop() {
      await standby.stop()
      await primary.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startStandby(dataDir: string, primaryUrl: string) {
  const home = databaseHome(dataDir)
  const { postgres } = prepareBinaries(home, () => {})
  const folder = join(home.folder, 'standby')
  const [cluster, sockets] = [join(folder, 'postgres'), join(folder, 'run')]
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  await copyCluster(primaryUrl, home.cluster, cluster)
  for (const path of [folder, sockets, join(cluster, 'standby.signal'), join(cluster, 'backup_label')])
    handOver(path, home.account)
  const { password, searchParams } = new URL(primaryUrl)
  const chosen = {
    ...settings({ host: sockets, port: 5432 }),
    ...replicating,
    max_connections: '100',
    primary_conninfo: `host=${searchParams.get('host')} port=${searchParams.get('port')} user=postgres password=${password}`,
  }
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () =>
    spawn(postgres, ['-D', cluster, ...flags], {
      ...home.account,
      cwd: dirname(cluster),
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: 'ignore',
    })
  let child = start()
  const url = new URL(primaryUrl)
  url.searchParams.set('host', sockets)
  url.searchParams.set('port', '5432')

  /** Runs a statement as the superuser. */
  async function run(statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url.toString() })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  const answers = () => run('select 1').then(Boolean, () => false)
  const untilReady = async () => {
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`The standby ended with ${child.exitCode}`)
      await delay(10)
    }
  }
  await untilReady()
  return {
    url: url.toString(),
    run,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGQUIT')
      await once(child, 'exit')
    },
    async start() {
      child = start()
      await untilReady()
    },
  }
}

/** Copies the files of a running PostgreSQL, as `pg_basebackup` would, which is not among the packages. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // With their owner. What vanishes meanwhile is in the write-ahead log.
  spawnSync('cp', ['-a', from, to])
  rmSync(join(to, 'postmaster.pid'), { force: true })
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(to, 'backup_label'), rows[0]!.label, { mode: 0o600 })
  writeFileSync(join(to, 'standby.signal'), '', { mode: 0o600 })
}
