import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { startEmbedded } from './db/embedded/start.ts'
import { sealingKey, withDatabase } from './testing/databases.ts'
import {
  call,
  closed,
  freePort,
  isPrivate,
  newPerson,
  postmaster,
  processesOn,
  signUp,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from './testing/server-process.ts'

const folder = temporaryFolder('main')
const running: ServerProcess[] = []
afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

/** The servers that a failed test left running. */
async function endAll(): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
}

function start(settings: Record<string, string>): ServerProcess {
  const server = startServer(settings)
  running.push(server)
  return server
}

/** Starts a server, and expects it to fail with one sentence. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const server = start(settings)
  const { code } = await server.ended
  expect(server.out).toEqual([])
  expect(server.err).toHaveLength(1)
  expect(server.err[0]).toMatch(/^[A-Z].*[.;]$/)
  expect(code).toBe(1)
  return server.err[0]!
}

/** The data folder of the tests that do not need one of their own. */
const started = join(folder, 'started')

describe('start and stop', () => {
  const dataDir = started

  test('one line says that it is ready, and where; PORT, HOST, DATA_DIR and PUBLIC_URL are honored', async () => {
    const port = await freePort()
    const server = start({ PORT: String(port), HOST: '::1', DATA_DIR: dataDir, PUBLIC_URL: 'https://karta.test/' })
    await server.ready
    expect(server.out).toEqual(['Karta is ready on https://karta.test'])
    expect(server.err).toEqual([`Creating the database in ${dataDir}/postgres`])
    expect(await server.mail).toMatch(/^Mail is kept and shown nowhere, because people open Karta from other machines/)
    expect(await call(`http://[::1]:${port}`, undefined, 'GET', '/readyz')).toMatchObject({ status: 'ready' })
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow(/fetch failed/)
    expect(await (await fetch(`http://[::1]:${port}/openapi.yaml`)).text()).toContain('url: https://karta.test')
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: a running request is answered, then everything ends',
    async (signal) => {
      const port = await freePort()
      const server = start({ PORT: String(port), DATA_DIR: dataDir })
      await server.ready
      expect(server.out).toEqual([`Karta is ready on http://localhost:${port}`])
      const link = /^Mail is kept at (\S+) for this machine only/.exec(await server.mail)![1]!
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
      const database = postmaster(dataDir)
      expect(processesOn(dataDir)).toContain(database)

      const body = JSON.stringify(newPerson())
      const inFlight = request({ port, method: 'POST', path: '/auth/v1/signup' })
      inFlight.setHeader('content-type', 'application/json').setHeader('content-length', Buffer.byteLength(body))
      inFlight.setHeader('expect', '100-continue').flushHeaders()
      // The reply means that the server has read the headers and has to finish the request.
      await once(inFlight, 'continue')
      server.child.kill(signal)
      await closed(port)
      const answered = once(inFlight, 'response')
      inFlight.end(body)
      const [reply] = await answered
      expect(JSON.parse(await text(reply))).toMatchObject({ token_type: 'bearer' })

      expect(await server.ended).toEqual({ code: 0, signal: null })
      expect(server.err).toEqual([])
      expect(processesOn(dataDir)).toEqual([])
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  test('a stop in the middle of the first start leaves nothing running, and the next start works', async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'interrupted') }
    const server = start(settings)
    while (server.err.length === 0) await delay(5)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(server.out).toEqual([])
    expect(server.err).toEqual([`Creating the database in ${settings.DATA_DIR}/postgres`])
    expect(processesOn(settings.DATA_DIR)).toEqual([])
    const next = start(settings)
    await next.ready
    next.child.kill('SIGTERM')
    expect(await next.ended).toEqual({ code: 0, signal: null })
  })

  test('when the database dies, the server answers 503 until it runs again', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const server = start({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    await server.ready
    const token = await signUp(url)
    const { pid } = server.child
    // Root gives itself up, unless nobody else could read the program.
    const uid = Number(spawnSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
    expect(uid).toBe(isPrivate ? 0 : statSync(join(dataDir, 'postgres')).uid)
    const killed = postmaster(dataDir)
    process.kill(killed, 'SIGKILL')
    const ask = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    const until = async (path: string, status: number) => {
      for (;;) {
        const reply = await ask(path)
        if (reply.status === status) return { headers: reply.headers, body: (await reply.json()) as object }
        await reply.arrayBuffer()
      }
    }
    const refused = await until('/v1/me', 503)
    expect(refused.body).toMatchObject({ code: 'unavailable', retry_after_seconds: 2 })
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await until('/v1/me', 200)).body).toBeTypeOf('object')
    expect((await until('/readyz', 200)).body).toMatchObject({ status: 'ready' })
    expect(await (await ask('/metrics')).text()).toContain('karta_database_restarts_total 1')
    expect(postmaster(dataDir)).not.toBe(killed)
    expect(server.child.pid).toBe(pid)
    expect(server.err.join('\n')).toMatch(/ended by itself \(SIGKILL\).*answers 503.*\nThe database runs again\./)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(processesOn(dataDir)).toEqual([])
  })
})

describe('a failed start says why in one sentence and leaves nothing behind', () => {
  test('the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const dataDir = join(folder, 'never')
    expect(await refusal({ PORT: String(port), DATA_DIR: dataDir })).toBe(
      `Port ${port} is already in use: stop what uses it, or choose another one with PORT=3001 npm start.`,
    )
    taken.close()
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a mail template is broken', async () => {
    const templates = temporaryFolder('mails')
    writeFileSync(join(templates, 'recovery.html'), '<p>{{ .Tokn }}</p>')
    const dataDir = join(folder, 'never')
    const sentence = await refusal({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      AUTH_MAIL_TEMPLATES: templates,
    })
    expect(sentence).toContain(`The mail template ${templates}/recovery.html uses .Tokn; it may use .AppName`)
    expect(existsSync(dataDir)).toBe(false)
    rmSync(templates, { recursive: true })
  })

  test('the settings are wrong', async () => {
    const dataDir = join(folder, 'never')
    const PORT = String(await freePort())
    expect(await refusal({ PORT: 'http', DATA_DIR: dataDir })).toBe(
      'PORT must be a whole number from 1 to 65535, not "http".',
    )
    // An address reserved for documentation, so nobody has it.
    expect(await refusal({ PORT, HOST: '192.0.2.1', DATA_DIR: dataDir })).toBe(
      'HOST is 192.0.2.1, which is not an address of this machine.',
    )
    expect(await refusal({ PORT, DATA_DIR: dataDir, AUTH_JWT_KEYS: '[{"kid":"a","kty":"oct","k":"c2VjcmV0"}]' })).toBe(
      'AUTH_JWT_KEYS: key 1 cannot be used, since its secret is shorter than 32 bytes.',
    )
    const nobody = await freePort()
    expect(await refusal({ PORT, DATABASE_URL: `postgres://u:secret@127.0.0.1:${nobody}/d` })).toBe(
      'The database of DATABASE_URL cannot be used: nothing listens there.',
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('the data folder is read-only or in use', async () => {
    const PORT = String(await freePort())
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal({ PORT, DATA_DIR: file })).toBe(
      `The data folder ${file} cannot be used (it is not a folder): choose another one with DATA_DIR.`,
    )
    // Not even root may write there.
    if (process.platform === 'linux') {
      expect(await refusal({ PORT, DATA_DIR: '/proc/karta/data' })).toBe(
        'The data folder /proc/karta/data cannot be used (it cannot be made there): choose another one with DATA_DIR.',
      )
    }

    const dataDir = started
    const first = start({ PORT, DATA_DIR: dataDir })
    await first.ready
    expect(await refusal({ PORT: String(await freePort()), DATA_DIR: dataDir })).toBe(
      `Another Karta (process ${first.child.pid}) is already running on ${dataDir}.`,
    )
    expect(await call(`http://localhost:${PORT}`, undefined, 'GET', '/readyz')).toMatchObject({ status: 'ready' })
    first.child.kill('SIGTERM')
    await first.ended
    expect(processesOn(dataDir)).toEqual([])
  })
})

describe('an outside database server', async () => {
  const outside = await startEmbedded({ dataDir: join(folder, 'outside'), log: () => {}, isThrownAway: true })
  afterAll(async () => {
    await endAll()
    await outside.stop()
  })

  const asSuperuser = async (statement: string, url = outside.url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const address = (user: string, database: string, password = 'secret') => {
    const url = new URL(withDatabase(outside.url, database))
    return Object.assign(url, { username: user, password }).toString()
  }
  const startOn = async (DATABASE_URL: string) => {
    const port = await freePort()
    const server = start({
      PORT: String(port),
      // Servers on one database stand behind one address.
      PUBLIC_URL: 'https://karta.test',
      DATABASE_URL,
      DATA_DIR: join(folder, 'files'),
      KARTA_SEALING_KEY: sealingKey,
    })
    return { ...server, url: `http://localhost:${port}` }
  }
  const refusalOn = async (DATABASE_URL: string) => refusal({ PORT: String(await freePort()), DATABASE_URL })
  const cannot = (why: string) => `The database of DATABASE_URL cannot be used: ${why}.`

  test('the message about a wrong address gives the reason, never the password', async () => {
    await asSuperuser(`create role somebody login password 'secret'`)
    expect(await refusalOn(address('somebody', 'postgres', 'wrong'))).toBe(cannot('it refuses the user or password'))
    expect(await refusalOn(address('nobody', 'postgres'))).toBe(cannot('it refuses the user or password'))
    expect(await refusalOn(address('somebody', 'postgres', ''))).toBe(cannot('it asks for a password'))
    expect(await refusalOn(address('somebody', 'nowhere'))).toBe(cannot('that database does not exist there'))
  })

  test('an owner who may not make roles learns what to run; after that, Karta starts', async () => {
    await asSuperuser(`create role "plain Owner" login password 'secret'`)
    await asSuperuser(`create database plain owner "plain Owner"`)
    const url = address('plain Owner', 'plain')
    const statements = /^The user of DATABASE_URL may not give itself the role karta_app: let a superuser run (.*)$/
    const [, both] = statements.exec(await refusalOn(url)) ?? []
    expect(both).toBe('create role karta_app nologin; grant karta_app to "plain Owner";')
    await asSuperuser('create role karta_app nologin')
    const [, grant] = statements.exec(await refusalOn(url)) ?? []
    expect(grant).toBe('grant karta_app to "plain Owner";')
    await asSuperuser(grant!)
    const server = await startOn(url)
    await server.ready
    expect(server.err).toEqual([])
    await signUp(server.url)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    // Uploaded files are all that it keeps on this machine.
    expect(readdirSync(join(folder, 'files'))).toEqual(['objects'])
    // Make the server forget the role again.
    await asSuperuser('drop database plain')
    await asSuperuser('drop role karta_app')
  })

  test('two servers can start on one empty database at the same time, as an owner who may make roles', async () => {
    await asSuperuser(`create role maker login createrole password 'secret'`)
    await asSuperuser(`create database shared owner maker`)
    const servers = await Promise.all([startOn(address('maker', 'shared')), startOn(address('maker', 'shared'))])
    await Promise.all(servers.map((server) => server.ready))
    const [one, other] = servers
    // They share their keys: whoever signs up at one is known to the other.
    const token = await signUp(one!.url)
    expect(await call(other!.url, token, 'GET', '/v1/me')).toMatchObject({ role: 'owner' })
    for (const server of servers) {
      expect(server.err).toEqual([])
      server.child.kill('SIGTERM')
      expect(await server.ended).toEqual({ code: 0, signal: null })
    }
    const again = await startOn(address('maker', 'shared'))
    await again.ready
    expect(await call(again.url, token, 'GET', '/v1/me')).toMatchObject({ role: 'owner' })
    again.child.kill('SIGTERM')
    expect(await again.ended).toEqual({ code: 0, signal: null })
  })

  test('a user who does not own the database is told to own it', async () => {
    expect(await refusalOn(address('somebody', 'shared'))).toMatch(
      /^The user of DATABASE_URL may not (set up Karta's tables|give itself the role karta_app)/,
    )
  })
})
