import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  call,
  freePort,
  postmaster,
  processesOn,
  signUp,
  startServer,
  temporaryFolder,
} from './testing/server-process.ts'

const folder = temporaryFolder('crash')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The first round kills only Node, the second one PostgreSQL too. */
const rounds = 2
const createdARound = 30

test(
  'nothing acknowledged over HTTP is lost by kill -9 of Node, or of Node and PostgreSQL',
  { timeout: 180_000 },
  async (context) => {
    const dataDir = join(folder, 'killed')
    const port = await freePort()
    const url = `http://localhost:${port}`
    const acknowledged = new Set<string>()
    let token: string | undefined
    for (let round = 0; round <= rounds; round++) {
      const server = startServer({ PORT: String(port), DATA_DIR: dataDir })
      context.onTestFinished(() => void server.child.kill('SIGTERM'))
      await server.ready
      token ??= await signUp(url)
      const found = await references(url, token)
      expect([...acknowledged].filter((reference) => !found.has(reference))).toEqual([])
      if (round === rounds) {
        server.child.kill('SIGTERM')
        expect(await server.ended).toEqual({ code: 0, signal: null })
        break
      }
      const database = postmaster(dataDir)
      const goal = acknowledged.size + createdARound
      const killed = new AbortController()
      const client = async () => {
        while (!killed.signal.aborted) {
          const reference = randomUUID()
          const isStored = await create(url, token!, reference)
          if (isStored) acknowledged.add(reference)
          // While the other clients are busy.
          if (acknowledged.size >= goal && !killed.signal.aborted) {
            kill(round % 2 === 0 ? [server.child.pid!] : [server.child.pid!, database, ...childrenOf(database)])
            killed.abort()
          }
        }
      }
      await Promise.all([client(), client(), client(), client()])
      expect((await server.ended).signal).toBe('SIGKILL')
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * createdARound)
    expect(processesOn(dataDir)).toEqual([])
  },
)

/** Whether the server acknowledged the new delivery. A server that is gone did not. */
function create(url: string, token: string, reference: string): Promise<boolean> {
  const delivery = { reference, delivery_address: 'Jalan Sudirman 1, Jakarta', scheduled_date: '2030-01-02' }
  return call(url, token, 'POST', '/v1/deliveries', delivery).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TypeError) return false // the connection broke
      throw error
    },
  )
}

async function references(url: string, token: string): Promise<Set<string>> {
  const found = new Set<string>()
  let cursor = ''
  do {
    const page: { data: { reference: string }[]; next_cursor: string | null } = await call(
      url,
      token,
      'GET',
      `/v1/deliveries?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { reference } of page.data) found.add(reference)
    cursor = page.next_cursor ?? ''
  } while (cursor)
  return found
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function kill(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // PostgreSQL's helpers come and go.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
