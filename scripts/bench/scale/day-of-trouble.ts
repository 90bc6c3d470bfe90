import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { notificationEvents } from '#domain/notifications/events.ts'
import { startChild } from '../../measure/child.ts'
import { compareDay, type DriverOfDay } from '../../measure/compare-day.ts'
import { countFixes } from '../../measure/kept-fixes.ts'
import { personOf, takePhoto, uploadPhoto } from '../../measure/loaded-phones.ts'
import { openManyNodes, type ManyNodes } from '../../measure/many-nodes.ts'
import { openSharedObjects } from '../../measure/shared-objects.ts'
import { providerAccount, type ProviderAnswer, type ProviderOrder } from '../../measure/sms-provider.ts'
import { openApi, type Api } from '../../simulate/api.ts'
import { driveDay, noTotals } from '../../simulate/drive.ts'
import { prepareDrivers, signIn, signInDriver, type SimulatedDriver } from '../../simulate/fleet.ts'

/*
 * The simulator's day on several servers while these are killed, restarted one by one as in an upgrade, and cut off from NATS, from
 * PostgreSQL and from the object store. In the end, every delivery, proof, photo, message, text and fix has to be there once.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '3' },
    drivers: { type: 'string', default: '60' },
    stops: { type: 'string', default: '8' },
    speed: { type: 'string', default: '6' },
    // How long NATS, PostgreSQL and the objects are away, and how long nothing happens in between.
    away: { type: 'string', default: '60' },
    rest: { type: 'string', default: '20' },
    spread: { type: 'string', default: '0.08' },
    seed: { type: 'string', default: '1' },
  },
})
const number = (name: keyof typeof flags) => Number(flags[name])
/** How long phones may take to send the rest once all troubles are over. */
const patienceMs = 180_000

export async function run(): Promise<void> {
  const objects = await openSharedObjects()
  const provider = startChild<ProviderOrder, ProviderAnswer>('sms-provider.ts')
  const { url: smsUrl } = await provider.ask({ do: 'open', kind: 'twilio', perSecond: 500, answersAfterMs: 80 })
  const setup = await openManyNodes(number('nodes'), {
    isCuttable: true,
    settings: {
      ...objects.settings,
      SMS_ACCOUNT_SID: providerAccount.accountSid,
      SMS_AUTH_TOKEN: providerAccount.authToken,
      SMS_FROM: '+15005550006',
      SMS_API_URL: smsUrl!,
      SMS_PER_SECOND: '100',
    },
  })
  const file = join(tmpdir(), `acknowledged-${randomUUID()}`)
  try {
    await setup.start()
    await setup.untilReady()
    const { owner, drivers } = await prepareDay(setup)
    const totals = noTotals()
    const stopping = new AbortController()
    const day = Promise.all(
      drivers.map((driver, index) => drive(setup.url, owner, driver, index, { totals, stopping })),
    )
    let isOver = false
    void day.then(() => (isOver = true))
    const troubles = makeTroubles(setup, objects, () => isOver)
    const telling = setInterval(() => {
      console.log(
        `  ${totals.driving} driving, ${totals.fixes} fixes, ${totals.entries} entries, ${totals.waiting} waiting`,
      )
    }, 30_000)
    const messages = sendMessages(setup.url, owner.token, drivers)
    const done = await troubles
    const driven = await day
    clearInterval(telling)
    const left = await sendTheRest(driven)
    const { sent } = await messages
    console.log(
      `${[...done].map(([what, times]) => `${what}${times > 1 ? ` (${times} times)` : ''}`).join(', ')}; ${totals.problems.length} calls of phones were cut off or refused meanwhile, ${left} things are still on phones`,
    )
    writeFileSync(
      file,
      driven.flatMap(({ user, day: { acknowledged } }) => acknowledged.map((at) => `${user} ${at}`)).join('\n'),
    )
    const fixes = await setup.asOwner((pool) => countFixes(pool, file))
    const ignored = Object.entries(
      driven.reduce<Record<string, number>>((sum, { day: each }) => {
        for (const [reason, count] of Object.entries(each.ignored)) sum[reason] = (sum[reason] ?? 0) + count
        return sum
      }, {}),
    )
    // What came twice is there once. What else was not taken, nobody looks for.
    const refused = ignored.filter(([reason]) => reason !== 'double').reduce((sum, [, count]) => sum + count, 0)
    console.log(
      `fixes: ${fixes.acknowledged} acknowledged, ${fixes.missing - refused} missing, ${fixes.twice} twice; ${JSON.stringify(Object.fromEntries(ignored))} not taken`,
    )
    const wrong = await compareDay(owner.api, setup, {
      driven,
      sent,
      texts: async () => (await provider.ask({ do: 'tell' })).taken!,
    })
    for (const line of wrong) console.log(`WRONG: ${line}`)
    console.log(wrong.length ? `${wrong.length} things are wrong` : 'everything is there once')
    if (wrong.length || left || fixes.missing !== refused || fixes.twice) process.exitCode = 1
  } finally {
    await setup.close()
    await objects.close()
    provider.stop()
    rmSync(file, { force: true })
  }
}

/** A workspace that texts its recipients, with drivers whose routes of today are dispatched. */
async function prepareDay(setup: ManyNodes) {
  const how = {
    server: setup.url,
    drivers: number('drivers'),
    stops: number('stops'),
    seed: number('seed'),
    email: 'bench@example.com',
    password: randomUUID(),
    hasPhones: true,
    spread: number('spread'),
  }
  const api = await signIn(how)
  await setup.asOwner((pool) => pool.query(`update workspaces set tier = 'enterprise'`))
  // News of the moment is left out when it comes too late, so nobody knows how much of it there is.
  const told: readonly string[] = ['planned', 'delivered', 'failed']
  const choices = Object.fromEntries(
    notificationEvents.map((event) => [event, { push: false, email: false, sms: told.includes(event) }]),
  )
  await api.call('PATCH', '/v1/settings/notifications', { active: true, choices, quiet_from: null, quiet_until: null })
  const drivers = await prepareDrivers(api, how, console.log)
  return { owner: { api, token: api.token! }, drivers }
}

type Running = { totals: ReturnType<typeof noTotals>; stopping: AbortController }

async function drive(
  server: string,
  owner: { api: Api },
  driver: SimulatedDriver,
  index: number,
  { totals, stopping }: Running,
): Promise<DriverOfDay> {
  // Phones are switched on one after the other, before the first trouble.
  await delay(index * 50)
  const { api, token } = await signInDriver(owner.api, server, driver)
  const user = personOf(token)
  const day = await driveDay(api, {
    seed: number('seed') * 1000 + index,
    speed: number('speed'),
    failures: 0.08,
    lies: 0.005,
    deadTime: 0.1,
    sendEverySeconds: 5,
    signal: stopping.signal,
    totals,
    extras: { takePhoto, upload: (photo) => uploadPhoto(server, { token, user }, photo) },
  })
  return { id: driver.id, user, api, day }
}

/** Everything that may happen to servers, one after the other, at least once each, until the day is over. */
async function makeTroubles(
  { nodes, nats, forwarder }: ManyNodes,
  objects: Awaited<ReturnType<typeof openSharedObjects>>,
  isOver: () => boolean,
): Promise<Map<string, number>> {
  const [awayMs, restMs] = [number('away') * 1000, number('rest') * 1000]
  const away = async (cut: () => unknown, mend: () => unknown) => {
    await cut()
    await delay(awayMs)
    await mend()
  }
  const troubles: [what: string, make: () => Promise<void>][] = [
    ...nodes.map((node): [string, () => Promise<void>] => [
      `${node.name} killed`,
      async () => {
        await node.kill()
        await node.start()
      },
    ]),
    [
      'all restarted in turn',
      async () => {
        for (const node of nodes) {
          const code = await node.stop()
          if (code !== 0) throw new Error(`${node.name} ended with ${code}`)
          await node.start()
        }
      },
    ],
    [`NATS away for ${flags.away} s`, () => away(nats.stop, nats.start)],
    [`PostgreSQL away for ${flags.away} s`, () => away(forwarder!.cut, forwarder!.mend)],
    [
      `objects away for ${flags.away} s`,
      () =>
        away(
          () => objects.behave('down'),
          () => objects.behave('well'),
        ),
    ],
  ]
  const made = new Map<string, number>()
  for (let round = 0; round === 0 || !isOver(); round++) {
    for (const [what, make] of troubles) {
      await delay(restMs)
      if (round > 0 && isOver()) break
      await make()
      console.log(what)
      made.set(what, (made.get(what) ?? 0) + 1)
    }
  }
  return made
}

/** Writes to each driver once, however often it has to be tried. */
async function sendMessages(server: string, token: string, drivers: readonly SimulatedDriver[]) {
  const sent = new Map<string, string>()
  for (const { id } of drivers) {
    const text = `To ${id}`
    const api = openApi(server, token, { 'idempotency-key': randomUUID() })
    for (let tries = 0; ; tries++) {
      try {
        await api.call('POST', `/v1/drivers/${id}/messages`, { text })
        break
      } catch (error) {
        if (tries === 20) throw error
      }
    }
    sent.set(id, text)
    await delay((number('rest') * 10_000) / drivers.length)
  }
  return { sent }
}

async function sendTheRest(driven: readonly DriverOfDay[]): Promise<number> {
  const until = performance.now() + patienceMs
  const left = await Promise.all(
    driven.map(async ({ day }) => {
      for (;;) {
        const waiting = await day.send()
        if (waiting === 0 || performance.now() > until) return waiting
        await delay(2000)
      }
    }),
  )
  return left.reduce((sum, each) => sum + each, 0)
}
