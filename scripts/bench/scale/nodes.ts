import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openClosers } from '#server/closers.ts'
import { startChild } from '../../measure/child.ts'
import { callsPerMinute, type DispatcherAnswer, type DispatcherOrder } from '../../measure/dispatchers.ts'
import { plantFleet } from '../../measure/fleet-of-many.ts'
import { openManyNodes } from '../../measure/many-nodes.ts'
import type { RoadAnswer, RoadOrder } from '../../measure/road-clients.ts'
import { spreadOf } from '../../measure/share.ts'
import type { TrackingAnswer, TrackingOrder } from '../../measure/tracking-clients.ts'
import { saveUnits } from '../../measure/units.ts'

/*
 * Several servers on one PostgreSQL and NATS, next to one of them alone under the same load: how soon a fix is on the screen, and
 * what it costs. Phones, pages of recipients, dispatchers, the balancer and PostgreSQL are processes of their own on the same
 * processors. By default, phones send as the driver's app does: every 20 s, with the fixes since then. Both sides, each with a
 * PostgreSQL of its own, take turns: a machine's speed changes from minute to minute.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: '3' },
    workspaces: { type: 'string', default: '20' },
    drivers: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '2000' },
    'per-call': { type: 'string', default: '4' },
    sockets: { type: 'string', default: '2000' },
    dispatchers: { type: 'string', default: '50' },
    // The length of a turn, and how many turns each side takes.
    seconds: { type: 'string', default: '40' },
    turns: { type: 'string', default: '3' },
    // How long each server takes all calls before it is measured. Servers run for weeks, and V8 compiles what runs often.
    warm: { type: 'string', default: '120' },
    // Of all but the first.
    roles: { type: 'string', default: 'web,live' },
    save: { type: 'boolean', default: false },
  },
})
const [many, drivers, dispatchers] = [flags.nodes, flags.drivers, flags.dispatchers].map(Number) as [
  number,
  number,
  number,
]
const [seconds, turns, warmSeconds] = [flags.seconds, flags.turns, flags.warm].map(Number) as [number, number, number]
const [perSecond, perCall, sockets] = [flags['per-second'], flags['per-call'], flags.sockets].map(Number) as [
  number,
  number,
  number,
]
const everySeconds = (drivers * perCall) / perSecond
const goals = { fixToScreenMs: 2000, overOne: 1.25 }

export async function run(): Promise<void> {
  const calls = Object.values(callsPerMinute).reduce<number>((sum, count) => sum + count, 0)
  console.log(
    `${drivers} drivers in ${flags.workspaces} workspaces, each a call of ${perCall} fixes every ${everySeconds.toFixed(0)} s; ${sockets} sockets; ${dispatchers} dispatchers with ${calls} calls a minute each; ${turns} turns of ${seconds} s each`,
  )
  const closers = openClosers()
  try {
    const sides: Side[] = []
    for (const count of [1, many]) {
      const side = await openSide(count)
      closers.add(() => side.close())
      await side.warm()
      sides.push(side)
    }
    const [alone, together] = sides as [Side, Side]
    for (let turn = 1; turn <= turns; turn++) {
      await alone.measure()
      await together.measure()
      const [one, several] = [alone.turns.at(-1)!, together.turns.at(-1)!]
      console.log(
        `turn ${turn}: servers ${perThousand([one]).toFixed(3)} and ${perThousand([several]).toFixed(3)} for 1,000 fixes, clients ${sum(one.clients).toFixed(1)} and ${sum(several.clients).toFixed(1)} s: ${(perThousand([several]) / perThousand([one])).toFixed(2)} times`,
      )
    }
    alone.tell('one alone')
    together.tell(`${many} together`)
    const ratio = perThousand(together.turns) / perThousand(alone.turns)
    console.log(
      `processor of ${many} servers for a fix, compared with one: ${ratio.toFixed(2)} times (goal: at most ${goals.overOne})`,
    )
    if (flags.save) {
      const { turns: measured } = together
      await saveUnits('npm run bench -- scale nodes', {
        'times one server that several take for a fix': ratio,
        'balancer seconds per 1,000 fixes': sum(measured.map(({ balancer }) => balancer)) / thousands(measured),
        'bytes of live positions per fix and screen':
          sum(measured.map(({ worked }) => worked.bytes)) / measured.flatMap(({ worked }) => worked.ages).length,
      })
    }
  } finally {
    await closers.close()
  }
}

/** What a side did in one turn, with processor seconds by process. */
type Turn = {
  took: number
  driven: RoadAnswer
  worked: DispatcherAnswer
  followed: TrackingAnswer
  nodes: number[]
  clients: number[]
  postgres: number
  balancer: number
}

type Side = Awaited<ReturnType<typeof openSide>>

/** Some servers with all their clients. */
async function openSide(count: number) {
  const closers = openClosers()
  const setup = await openManyNodes(count)
  closers.add(() => setup.close())
  const turns: Turn[] = []
  try {
    await setup.nodes[0]!.start()
    const fleet = await plantFleet(setup.planting, {
      workspaces: Number(flags.workspaces),
      drivers,
      dispatchers,
      pages: sockets - dispatchers,
    })
    // As an operator would: one of them looks for background work.
    await Promise.all(setup.nodes.slice(1).map((node) => node.start({ ROLES: flags.roles })))
    await setup.untilReady()
    const phones = startChild<RoadOrder, RoadAnswer>('road-clients.ts')
    const pages = startChild<TrackingOrder, TrackingAnswer>('tracking-clients.ts')
    const people = startChild<DispatcherOrder, DispatcherAnswer>('dispatchers.ts')
    const clients = [phones, pages, people]
    for (const child of clients) closers.add(async () => child.stop())
    const where = { port: setup.port, path: fleet.socketPath }
    await pages.ask({ do: 'open', ...where, pages: fleet.pages })
    await people.ask({ do: 'open', ...where, people: fleet.dispatchers })
    const drive = (forSeconds: number, port = setup.port) =>
      phones.ask({ do: 'drive', port, tokens: fleet.drivers, everySeconds, fixes: perCall, seconds: forSeconds })
    const work = async (forSeconds: number) =>
      await Promise.all([drive(forSeconds), people.ask({ do: 'work', seconds: forSeconds })])
    return {
      turns,
      /** The first fixes of a driver are more work than the others, and so is the first call with a token at each server. */
      async warm() {
        for (const node of setup.nodes) await drive(Math.max(everySeconds, warmSeconds), node.port)
        await work(everySeconds)
      },
      /** Takes one more turn. */
      async measure() {
        await delay(2000)
        await people.ask({ do: 'heard' })
        await pages.ask({ do: 'heard' })
        const before = setup.processor()
        const clientsBefore = clients.map((child) => child.processor())
        const began = performance.now()
        const [driven, worked] = await work(seconds)
        const took = (performance.now() - began) / 1000
        const after = setup.processor()
        turns.push({
          took,
          driven,
          worked,
          clients: clients.map((child, i) => child.processor() - clientsBefore[i]!),
          followed: await pages.ask({ do: 'heard' }),
          nodes: after.nodes.map((now, i) => now - before.nodes[i]!),
          postgres: after.postgres - before.postgres,
          balancer: after.balancer - before.balancer,
        })
      },
      tell: (who: string) => tell(who, turns),
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

function tell(who: string, all: Turn[]): void {
  const of = (pick: (turn: Turn) => number) => sum(all.map(pick))
  const [ages, calls] = [all.flatMap(({ worked }) => worked.ages), all.flatMap(({ worked }) => worked.calls)]
  const [screen, page] = [spreadOf(ages), spreadOf(all.flatMap(({ followed }) => followed.ages!))]
  const took = of((turn) => turn.took)
  const fixes = of(({ driven }) => driven.fixes)
  const worst = (pick: (driven: RoadAnswer) => number) => Math.max(...all.map(({ driven }) => pick(driven))).toFixed(0)
  console.log(
    `${who}: ${(fixes / took).toFixed(0)} fixes/s stored, ${of(({ driven }) => driven.failed)} calls of phones failed`,
  )
  console.log(
    `  fix to screen: ${screen.text} (goal: p99 under ${goals.fixToScreenMs}); ${ages.length} in ${of(({ worked }) => worked.messages)} messages; to a recipient’s page: ${page.text}`,
  )
  console.log(
    `  answers: phones in the worst turn p50 ${worst(({ p50 }) => p50)}, p95 ${worst(({ p95 }) => p95)}, p99 ${worst(({ p99 }) => p99)} ms; dispatchers ${spreadOf(calls).text}, ${of(({ worked }) => worked.failed)} of ${calls.length + of(({ worked }) => worked.failed)} failed; sockets away ${of(({ worked, followed }) => worked.returns.away + followed.returns!.away)}`,
  )
  const shares = all[0]!.nodes.map((_, i) => of(({ nodes }) => nodes[i]!).toFixed(1)).join(' + ')
  const [phones, recipients, people] = [0, 1, 2].map((i) => of(({ clients }) => clients[i]!).toFixed(1))
  console.log(
    `  processor seconds in ${took.toFixed(0)} s: servers ${shares} = ${of(({ nodes }) => sum(nodes)).toFixed(1)}, PostgreSQL ${of(({ postgres }) => postgres).toFixed(1)}, balancer ${of(({ balancer }) => balancer).toFixed(1)}, phones ${phones}, recipients ${recipients}, dispatchers ${people}; servers ${perThousand(all).toFixed(3)} for 1,000 fixes`,
  )
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

const thousands = (turns: Turn[]) => sum(turns.map(({ driven }) => driven.fixes)) / 1000

/** Processor seconds of all servers of a side for 1,000 fixes. */
const perThousand = (turns: Turn[]) => sum(turns.flatMap(({ nodes }) => nodes)) / thousands(turns)
