import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test, vi } from 'vitest'
import { Client } from 'pg'
import { startEmbedded } from './start.ts'

const roundCount = 12
const rowsARound = 40

const folder = mkdtempSync(join(tmpdir(), 'karta-durability-'))
// Otherwise root would keep the database elsewhere.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'nothing acknowledged is lost when Node, with or without PostgreSQL, is killed',
  { timeout: 120_000 },
  async () => {
    const acknowledged = new Set<number>()
    for (let round = 0; round < roundCount; round++) {
      const who = round % 2 === 0 ? 'node' : 'tree'
      const { found, acks, postmaster } = await writeUntilKilled(who)
      expect(missing(acknowledged, found)).toEqual([])
      if (who === 'node') expect(isAlive(postmaster)).toBe(true)
      // A process that is writing at that moment goes a little later.
      else await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 30_000 })
      expect(acks.length).toBeGreaterThanOrEqual(rowsARound)
      for (const id of acks) acknowledged.add(id)
    }
    const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} })
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ id: number }>('select id from acknowledged')
    await client.end()
    await database.stop()
    const found = rows.map(({ id }) => id)
    expect(missing(acknowledged, found)).toEqual([])
  },
)

function missing(acknowledged: Set<number>, found: number[]): number[] {
  const present = new Set(found)
  return [...acknowledged].filter((id) => !present.has(id))
}

/** Lets the fixture write some rows, kills it at whatever it is doing, and reports what it said until then. */
async function writeUntilKilled(who: 'node' | 'tree') {
  const script = join(import.meta.dirname, 'crash-writer.fixture.ts')
  const writer = spawn(process.execPath, [script, join(folder, 'data')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise((resolve) => writer.once('close', resolve))
  let start: { postmaster: number; found: number[] } | undefined
  const acks: number[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    if (!start) start = JSON.parse(line)
    else acks.push(Number(line))
    if (acks.length === rowsARound) kill(who, writer.pid!, start!.postmaster)
  }
  await closed
  if (!start) throw new Error('The writer ended before it could write')
  return { found: start.found, acks, postmaster: start.postmaster }
}

function kill(who: 'node' | 'tree', node: number, postmaster: number): void {
  const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' }).stdout
  const tree = [node, postmaster, ...children.split('\n').filter(Boolean).map(Number)]
  for (const pid of who === 'node' ? [node] : tree) killNow(pid)
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // PostgreSQL's helper processes come and go on their own.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  // A killed process stays in the table until its parent, gone too, is replaced: that does not count as alive.
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}
