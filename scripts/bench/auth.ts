import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { verify } from '@node-rs/argon2'
import autocannon from 'autocannon'
import { hashPassword } from '#server/auth/accounts/passwords.ts'
import { runApp } from '../measure/running-app.ts'

/*
 * Measures the cost of sign-in besides the hash, which is slow on purpose, and how fast refreshes and `GET /user` are.
 * Hashing and sign-in take turns, so that a busy machine affects both equally.
 */
const { seconds, connections, rounds } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
}).values

const people = 50
const password = 'correct horse battery'
const durationMs = Number(seconds) * 1000
const app = await runApp()
const agent = new Agent({ keepAlive: true })

try {
  const sessions = []
  for (let index = 0; index < people; index++) {
    sessions.push(await post('/signup', { email: `bench-${index}@example.com`, password }))
  }
  await app.settle()
  const stored = await hashPassword(password)
  const rates: Record<'raw' | 'signIn', number[]> = { raw: [], signIn: [] }
  const refreshes: number[] = []
  const reads: { perSecond: number; p99: number }[] = []

  for (let round = 0; round < Number(rounds); round++) {
    rates.raw.push(await inLoops(() => verify(stored, password)))
    rates.signIn.push((await cannon(signIns())).perSecond)
    refreshes.push(await inLoops(chains(sessions)))
    const { access_token: token } = sessions[round % people]!
    reads.push(await cannon({ path: '/auth/v1/user', method: 'GET', headers: { authorization: `Bearer ${token}` } }))
  }

  const [raw, signIn] = [median(rates.raw), median(rates.signIn)]
  console.log(`hashing alone (argon2id): ${raw.toFixed(1)}/s`)
  console.log(`sign-ins: ${signIn.toFixed(1)}/s, ${((signIn / raw) * 100).toFixed(0)} % of hashing alone (goal: 80 %)`)
  console.log(`refreshes: ${median(refreshes).toFixed(0)}/s`)
  console.log(
    `GET /user: ${median(reads.map((read) => read.perSecond)).toFixed(0)}/s, p99 ${median(reads.map((read) => read.p99))} ms`,
  )
} finally {
  agent.destroy()
  await app.stop()
}

function signIns() {
  const requests = Array.from({ length: people }, (_, index) => ({
    method: 'POST' as const,
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `bench-${index}@example.com`, password }),
  }))
  return { requests }
}

async function cannon(options: Partial<autocannon.Options> & { path?: string }) {
  const result = await autocannon({
    ...options,
    url: `${app.url}${options.path ?? ''}`,
    duration: Number(seconds),
    connections: Number(connections),
    workers: 1,
  })
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** Each loop has its own session, whose token every refresh replaces. */
function chains(sessions: Session[]) {
  return async (loop: number) => {
    sessions[loop] = await post('/token?grant_type=refresh_token', { refresh_token: sessions[loop]!.refresh_token })
  }
}

/** Calls `work` in one loop per connection and returns the calls per second. */
async function inLoops(work: (loop: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const loops = Array.from({ length: Number(connections) }, async (_, loop) => {
    while (performance.now() - startedAt < durationMs) {
      await work(loop)
      done++
    }
  })
  await Promise.all(loops)
  return (done / (performance.now() - startedAt)) * 1000
}

type Session = { access_token: string; refresh_token: string }

function post(path: string, body: object): Promise<Session> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}/auth/v1${path}`, { method: 'POST', agent }, (reply) => {
      text(reply).then((answer) => {
        if (reply.statusCode === 200) resolve(JSON.parse(answer) as Session)
        else reject(new Error(`${path}: ${reply.statusCode} ${answer}`))
      }, reject)
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
