import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from '../../measure/child.ts'
import type { DispatcherAnswer, DispatcherOrder } from '../../measure/dispatchers.ts'
import { plantFleet } from '../../measure/fleet-of-many.ts'
import { countFixes } from '../../measure/kept-fixes.ts'
import { comparePhones, loadPhone, syncPhone, type LoadedPhone } from '../../measure/loaded-phones.ts'
import { openManyNodes } from '../../measure/many-nodes.ts'
import type { Return } from '../../measure/returning-socket.ts'
import type { RoadAnswer, RoadOrder } from '../../measure/road-clients.ts'
import { openSharedObjects } from '../../measure/shared-objects.ts'
import { spreadOf } from '../../measure/share.ts'
import type { TrackingAnswer, TrackingOrder } from '../../measure/tracking-clients.ts'
import { prepareDrivers, signIn } from '../../simulate/fleet.ts'

/*
 * Servers are killed with -9 one after the other, and started again, while phones send fixes, statuses and photos. In the end,
 * everything that was acknowledged is looked for in the database. It says how soon sockets were back.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '3' },
    drivers: { type: 'string', default: '2500' },
    'per-second': { type: 'string', default: '500' },
    'per-call': { type: 'string', default: '4' },
    sockets: { type: 'string', default: '2000' },
    dispatchers: { type: 'string', default: '50' },
    phones: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '300' },
    'kill-every': { type: 'string', default: '30' },
  },
})
const number = (name: keyof typeof flags) => Number(flags[name])
const [seconds, everySeconds] = [number('seconds'), number('kill-every')]
const stopsEach = 4
/** An entry or photo of a phone takes about half a call, and all are to be out when the time is nearly up. */
const callsEach = 9
const goals = { backMs: 3000 }

export async function run(): Promise<void> {
  const objects = await openSharedObjects()
  const setup = await openManyNodes(number('nodes'), { settings: objects.settings })
  const road = startChild<RoadOrder, RoadAnswer>('road-clients.ts')
  const pages = startChild<TrackingOrder, TrackingAnswer>('tracking-clients.ts')
  const people = startChild<DispatcherOrder, DispatcherAnswer>('dispatchers.ts')
  const file = join(tmpdir(), `acknowledged-${randomUUID()}`)
  try {
    await setup.start()
    await setup.untilReady()
    const [drivers, dispatchers, sockets] = [number('drivers'), number('dispatchers'), number('sockets')]
    const many = { workspaces: Math.min(20, dispatchers), drivers, dispatchers, pages: sockets - dispatchers }
    const fleet = await plantFleet({ ...setup.planting, ...objects.settings }, many)
    const { owner, phones } = await loadPhones(setup.url)
    const where = { port: setup.port, path: fleet.socketPath }
    await pages.ask({ do: 'open', ...where, pages: fleet.pages })
    await people.ask({ do: 'open', ...where, people: fleet.dispatchers })
    console.log(
      `${drivers} drivers with ${flags['per-second']} fixes/s, ${phones.length} phones with ${sum(phones, ({ log }) => log.length)} entries and ${sum(phones, ({ files }) => files.size)} photos, ${sockets} sockets, ${dispatchers} dispatchers; of ${flags.nodes} servers, one is killed every ${everySeconds} s for ${seconds} s`,
    )
    const counts = { calls: 0, cut: 0 }
    const signal = new AbortController().signal
    const paceMs = (seconds * 1000 * 0.9) / callsEach
    const [sent, worked, starts] = await Promise.all([
      road.ask({
        do: 'keep',
        port: setup.port,
        tokens: fleet.drivers,
        everySeconds: (drivers * number('per-call')) / number('per-second'),
        fixes: number('per-call'),
        seconds,
        file,
      }),
      people.ask({ do: 'work', seconds }),
      killInTurn(setup),
      ...phones.map((phone) => syncPhone(setup.url, phone, { counts, signal, paceMs })),
    ])
    await delay(10_000)
    const returns = [
      (await pages.ask({ do: 'heard' })).returns!,
      (await people.ask({ do: 'heard' })).returns,
      worked.returns,
    ]
    const [moved, ways] = partition(returns.flatMap((each) => each.back))
    const spread = (part: 'all' | 'waiting' | 'opening' | 'joining') => spreadOf(ways.map((way) => way[part])).text
    const back = spread('all')
    const longest = Math.max(0, ...ways.map(({ all }) => all))
    const { counts: passed } = await setup.balancer()
    console.log(
      `${starts.length} kills, after which servers started in ${spreadOf(starts).text}; the balancer tried another server ${passed.refused} times, ${passed.cut} calls were cut off; of ${worked.calls.length + worked.failed} calls of dispatchers ${worked.failed} failed`,
    )
    console.log(
      `sockets that lost their server were back after ${back}, the longest ${longest.toFixed(0)} ms (goal: p99 under ${goals.backMs}); ${returns[0]!.away + returns[1]!.away} are still away`,
    )
    const again = ways.filter(({ tries }) => tries > 1).length
    console.log(
      `  of ${ways.length}, ${again} tried more than once; the last try waited ${spread('waiting')}, opened its socket in ${spread('opening')}, and joined its channels in ${spread('joining')}`,
    )
    console.log(
      `  ${moved.length} more were sent to servers with fewer, and were there after ${spreadOf(moved.map(({ all }) => all)).text}`,
    )
    const fixes = await setup.asOwner((pool) => countFixes(pool, file))
    console.log(
      `fixes: ${fixes.acknowledged} acknowledged, of which ${fixes.missing} are missing and ${fixes.twice} are there twice (goal: 0); ${fixes.kept} kept, ${sent.left} never sent, ${sent.failed} calls failed`,
    )
    const outcomes = await comparePhones(owner, setup.url, phones)
    console.log(
      `phones: ${JSON.stringify(outcomes)} in ${counts.calls} calls, ${counts.cut} of them cut off; each entry and each photo is there once, and every history is whole`,
    )
    if (fixes.missing || fixes.twice || sent.left) process.exitCode = 1
  } finally {
    for (const child of [road, pages, people]) child.stop()
    await setup.close()
    await objects.close()
    rmSync(file, { force: true })
  }
}

/** Phones of a workspace of their own, each with a whole route that nobody has heard of yet. */
async function loadPhones(server: string) {
  const how = {
    server,
    drivers: number('phones'),
    stops: stopsEach,
    seed: 1,
    email: 'bench@example.com',
    password: randomUUID(),
  }
  const owner = await signIn(how)
  const phones: LoadedPhone[] = []
  for (const driver of await prepareDrivers(owner, how, () => {})) phones.push(await loadPhone(owner, server, driver))
  return { owner, phones }
}

/**
 * Kills each server in its turn, and starts it again at once, as whatever keeps it running would.
 * @returns how long each start took, in milliseconds
 */
async function killInTurn({ nodes }: Awaited<ReturnType<typeof openManyNodes>>): Promise<number[]> {
  const begun = performance.now()
  const starts: number[] = []
  for (let at = everySeconds; at + everySeconds / 2 <= seconds; at += everySeconds) {
    await delay(Math.max(0, begun + at * 1000 - performance.now()))
    const node = nodes[starts.length % nodes.length]!
    await node.kill()
    const killedAt = performance.now()
    await node.start()
    starts.push(performance.now() - killedAt)
  }
  return starts
}

/** Those whom their server sent away, and those who lost it. */
const partition = (all: Return[]) =>
  [all.filter(({ sentAway }) => sentAway), all.filter(({ sentAway }) => !sentAway)] as const

const sum = (phones: readonly LoadedPhone[], pick: (phone: LoadedPhone) => number): number =>
  phones.reduce((total, phone) => total + pick(phone), 0)
