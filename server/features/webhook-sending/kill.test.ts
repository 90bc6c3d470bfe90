import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startDouble, type Received } from '../../outside/double-server.ts'
import { startImapDouble } from '../../outside/imap-double.ts'
import { makeDatabase, runOn, sealingKey } from '../../testing/databases.ts'
import { call, freePort, signUp, startServer, temporaryFolder } from '../../testing/server-process.ts'

const folder = temporaryFolder('webhooks')
const { url: databaseUrl, drop } = await makeDatabase()
afterAll(async () => {
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

const mails = 5

/** One order without a reference, which would be added twice if its mail counted twice. */
const mailWith = (to: string, id: string) =>
  [
    'From: shop@example.com',
    `To: ${to}`,
    `Message-ID: <${id}@example.com>`,
    'Content-Type: text/csv; name="orders.csv"',
    'Content-Disposition: attachment; filename="orders.csv"',
    '',
    `delivery address\nJalan ${id}`,
  ].join('\r\n')

type Event = { id: string; version: number; subject: { id: string } }

test(
  'when the server is killed, every event that was committed arrives in order, and each mail with orders counts once',
  { timeout: 300_000 },
  async (context) => {
    let answers = false
    const receiver = await startDouble(() => (answers ? { status: 204 } : null))
    context.onTestFinished(() => receiver.close())
    const mailbox = await startImapDouble()
    context.onTestFinished(() => mailbox.close())
    const port = await freePort()
    const url = `http://localhost:${port}`
    const start = async () => {
      const server = startServer({
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        KARTA_SEALING_KEY: sealingKey,
        WEBHOOKS_ALLOW_PRIVATE: 'true',
        MAIL_IN_URL: mailbox.url,
      })
      context.onTestFinished(() => void server.child.kill('SIGTERM'))
      await server.ready
      return server
    }
    const killed = await start()
    const token = await signUp(url)
    const { id: webhook } = await call<{ id: string }>(url, token, 'POST', '/v1/webhooks', {
      url: receiver.url,
      types: ['delivery.*'],
    })
    const turn = (active: boolean) => call(url, token, 'PATCH', `/v1/webhooks/${webhook}`, { active })
    // More events than are posted at the same time, all ready at once: after a few posts without an answer, they go out one by one.
    await turn(false)
    const create = async () => {
      const body = { delivery_address: 'Jalan Sudirman 1', scheduled_date: '2030-01-02' }
      const { id } = await call<{ id: string }>(url, token, 'POST', '/v1/deliveries', body)
      await call(url, token, 'PATCH', `/v1/deliveries/${id}`, { notes: 'Ring twice' })
    }
    for (let count = 0; count < 30; count++) await create()
    const mailIn = { is_on: true, senders: ['shop@example.com'] }
    const { address } = await call<{ address: string }>(url, token, 'PATCH', '/v1/settings/mail-in', mailIn)
    await turn(true)
    await expect.poll(() => receiver.calls.length).toBeGreaterThanOrEqual(20)
    await create()
    for (let count = 0; count < mails; count++) mailbox.deliver(mailWith(address, `M-${count}`))
    await expect.poll(() => mailbox.seen()).toBeGreaterThan(0)
    killed.child.kill('SIGKILL')
    await killed.ended
    const posted = receiver.calls.length

    answers = true
    // As if time had passed: what a dead server had under way goes out again, another one reads the mailbox, and pauses after
    // posts without an answer are over.
    await runOn(databaseUrl, `update site.mail_in set held_until = now()`)
    await runOn(
      databaseUrl,
      `update webhook_calls set claimed_at = claimed_at - interval '61 seconds', send_after = now()`,
    )
    await runOn(databaseUrl, `update webhook_progress set try_after = '-infinity'`)
    const server = await start()
    await expect.poll(() => mailbox.seen()).toBe(mails)
    const { data: told } = await call<{ data: Event[] }>(url, token, 'GET', '/v1/events?types=delivery.*&limit=200')
    expect(told).toHaveLength(62 + mails)
    const arrived = () => receiver.calls.slice(posted).map(eventIn)
    await expect.poll(() => new Set(arrived().map(({ id }) => id))).toEqual(new Set(told.map(({ id }) => id)))
    // What the first server had posted came again with the same id, and for each delivery the events came in order.
    const ids = arrived().map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(receiver.calls.slice(0, posted).map((each) => eventIn(each).id)))
    for (const of of Map.groupBy(arrived(), ({ subject }) => subject.id).values()) {
      // Those that came by mail were not changed.
      expect([...new Set(of.map(({ version }) => version))]).toEqual([1, 2].slice(0, of.at(-1)!.version))
    }
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  },
)

function eventIn({ body, headers }: Received): Event {
  const event = JSON.parse(body) as Event
  expect(headers['webhook-id']).toBe(event.id)
  return event
}
