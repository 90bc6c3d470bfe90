import { expect, test, vi } from 'vitest'
import { inSiteScope } from '../db/connect.ts'
import { openMailer } from '../outside/mail.ts'
import { freePort } from '../testing/server-process.ts'
import { mailServer, refusal } from '../testing/mail-server.ts'
import { testApp } from '../testing/test-app.ts'
import { sendMail, workOnMail } from './mail.ts'

const port = await freePort()
const mailer = openMailer(`smtp://127.0.0.1:${port}`, { name: 'Karta', address: 'karta@example.com' })
const { deps } = await testApp(() => ({ mailer }))
await workOnMail(deps)

const mail = { to: 'office@example.com', subject: 'Good day', text: 'Text', html: '<p>Text</p>' }
const send = (change = {}) => inSiteScope(deps.db, (trx) => sendMail(trx, deps, { ...mail, ...change }))
const mails = () => inSiteScope(deps.db, (trx) => trx.selectFrom('site.mails').selectAll().execute())
const clear = () => inSiteScope(deps.db, (trx) => trx.deleteFrom('site.mails').execute())

/** Waits until an attempt has failed, and makes the next one due now. */
async function tryAgain(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await deps.pool.query(
        `update pgboss.job set start_after = now() where name = 'deliver-mail' and state = 'retry'`,
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 30_000, interval: 100 },
  )
}

const within = { timeout: 30_000, interval: 100 }

test('a mail is sent and deleted once its transaction commits, and never sent if that fails', async () => {
  const server = await mailServer({}, port)
  const failing = inSiteScope(deps.db, async (trx) => {
    await sendMail(trx, deps, { ...mail, subject: 'Never' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await send({ replyTo: { name: 'Ann', address: 'ann@example.com' } })
  await vi.waitFor(async () => expect(await mails()).toEqual([]), within)
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]!.source).toContain('Reply-To: Ann <ann@example.com>')
})

test('a mail that the server cannot accept now is sent later', async () => {
  let refused = 0
  const server = await mailServer(
    {
      onMailFrom: (_address, _session, done) => done(refused++ ? null : refusal(421, 'come back later')),
    },
    port,
  )
  await send()
  await tryAgain()
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), within)
  await vi.waitFor(async () => expect(await mails()).toEqual([]), within)
  expect(refused).toBe(2)
})

test('a mail survives a mail server that is away for a night', async () => {
  const { rows } = await deps.pool.query<{ first: number; most: number; attempts: number }>(
    `select retry_delay as first, retry_delay_max as most, retry_limit as attempts from pgboss.queue
     where name = 'deliver-mail' and retry_backoff`,
  )
  const { first, most, attempts } = rows[0]!
  const waits = Array.from({ length: attempts }, (_, tried) => Math.min(first * 2 ** tried, most))
  expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(10 * 3600)
})

test('a mail that the server will never accept is kept with the reason and not tried again', async () => {
  let attempts = 0
  await mailServer({ onRcptTo: (_a, _s, done) => done(refusal(550, `no such user ${++attempts}`)) }, port)
  await send()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ state: 'failed' }]), within)
  expect((await mails())[0]!.failure).toContain('no such user 1')
  const { rows } = await deps.pool.query(`select 1 from pgboss.job where name = 'deliver-mail' and state = 'retry'`)
  expect(rows).toEqual([])
  await clear()
})

test('a mail server killed in the middle of a mail loses nothing', async () => {
  const first = await mailServer({ onData: (stream) => stream.once('data', () => void first.kill()) }, port)
  await send({ text: 'Do not lose me. '.repeat(20_000) })
  await tryAgain()
  expect(await mails()).toMatchObject([{ state: 'waiting' }])
  const second = await mailServer({}, port)
  await vi.waitFor(() => expect(second.taken).toHaveLength(1), within)
  expect(second.taken[0]!.source).toContain('Do not lose me.')
  await vi.waitFor(async () => expect(await mails()).toEqual([]), within)
})

test('a mail whose task is gone is marked as failed, not sent', async () => {
  const queue = { ...deps.queue, add: async () => {}, work: async () => {}, every: () => {} }
  await inSiteScope(deps.db, (trx) => sendMail(trx, { ...deps, queue }, mail))
  await workOnMail({ ...deps, queue })
  expect(await mails()).toMatchObject([{ state: 'failed', failure: expect.stringContaining('interrupted') }])
  await clear()
})

test('a waiting mail is kept when the mail server is removed from the settings', async () => {
  const without = { ...deps, mailer: undefined }
  type Work = (payload: unknown, context: { signal: AbortSignal; lastAttempt: boolean }) => Promise<void>
  const works: (() => Promise<void>)[] = []
  const queue = {
    ...deps.queue,
    add: async (_trx: unknown, _task: unknown, payload: unknown) => {
      works.push(() => handle(payload))
    },
    work: async (_task: unknown, _concurrency: number, work: Work) => {
      handle = (payload) => work(payload, { signal: new AbortController().signal, lastAttempt: false })
    },
    every: () => {},
  } as typeof deps.queue
  let handle: (payload: unknown) => Promise<void> = async () => {}
  await workOnMail({ ...without, queue })
  await inSiteScope(deps.db, (trx) => sendMail(trx, { ...deps, queue }, mail))
  await works[0]!()
  expect(await mails()).toMatchObject([{ state: 'kept', subject: 'Good day' }])
  await clear()
})

test('without a mail server the newest 200 mails are kept', async () => {
  const without = { ...deps, mailer: undefined }
  for (let number = 1; number <= 205; number++) {
    const now = () => new Date(Date.UTC(2026, 0, 1, 0, 0, number))
    await inSiteScope(deps.db, (trx) => sendMail(trx, { ...without, now }, { ...mail, subject: `Mail ${number}` }))
  }
  const subjects = new Set((await mails()).map(({ subject }) => subject))
  expect(subjects.size).toBe(200)
  expect(subjects).not.toContain('Mail 5')
  expect(subjects).toContain('Mail 6')
  await clear()
})

test('a line break in a header fails the transaction that would have sent the mail', async () => {
  await expect(send({ subject: 'Hello\r\nBcc: x@example.com' })).rejects.toThrow(/must not contain line breaks/)
  expect(await mails()).toEqual([])
})
