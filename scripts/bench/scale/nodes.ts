import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
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
 * processors. By default, phones send as the driver's app does: every 20 s, with the fixes since then.
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
    seconds: { type: 'string', default: '60' },
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
const [seconds, warmSeconds] = [flags.seconds, flags.warm].map(Number) as [number, number]
const [perSecond, perCall, sockets] = [flags['per-second'], flags['per-call'], flags.sockets].map(Number) as [
  number,
  number,
  number,
]
const goals = { fixToScreenMs: 2000, overOne: 1.25 }

export async function run(): Promise<void> {
  const setup = await openManyNodes(many)
  try {
    await setup.nodes[0]!.start()
    const fleet = await plantFleet(setup.planting, {
      workspaces: Number(flags.workspaces),
      drivers,
      dispatchers,
      pages: sockets - dispatchers,
    })
    const calls = Object.values(callsPerMinute).reduce<number>((sum, count) => sum + count, 0)
    console.log(
      `${drivers} drivers in ${flags.workspaces} workspaces, each a call of ${perCall} fixes every ${((drivers * perCall) / perSecond).toFixed(0)} s; ${sockets} sockets; ${dispatchers} dispatchers with ${calls} calls a minute each; ${seconds} s`,
    )
    await setup.untilReady(1)
    const warm = new Set<Node>()
    const alone = await measure('one alone', setup, fleet, warm)
    // As an operator would: one of them looks for background work.
    await Promise.all(setup.nodes.slice(1).map((node) => node.start({ ROLES: flags.roles })))
    await setup.untilReady()
    const together = await measure(`${many} together`, setup, fleet, warm)
    const ratio = together.perThousand / alone.perThousand
    console.log(
      `processor of ${many} servers for a fix, compared with one: ${ratio.toFixed(2)} times (goal: at most ${goals.overOne})`,
    )
    if (flags.save) {
      await saveUnits('npm run bench -- scale nodes', {
        'times one server that several take for a fix': ratio,
        'balancer seconds per 1,000 fixes': together.balancerPerThousand,
        'bytes of live positions per fix and screen': together.bytesPerFix,
      })
    }
  } finally {
    await setup.close()
  }
}

type Setup = Awaited<ReturnType<typeof openManyNodes>>
type Fleet = Awaited<ReturnType<typeof plantFleet>>
type Node = Setup['nodes'][number]

/** The same load on the servers that run now, each of which has had all of it for a while. */
async function measure(who: string, setup: Setup, fleet: Fleet, warm: Set<Node>) {
  const phones = startChild<RoadOrder, RoadAnswer>('road-clients.ts')
  const pages = startChild<TrackingOrder, TrackingAnswer>('tracking-clients.ts')
  const people = startChild<DispatcherOrder, DispatcherAnswer>('dispatchers.ts')
  const everySeconds = (drivers * perCall) / perSecond
  const drive = (forSeconds: number, port = setup.port) =>
    phones.ask({
      do: 'drive',
      port,
      tokens: fleet.drivers,
      everySeconds,
      fixes: perCall,
      seconds: forSeconds,
    })
  try {
    const where = { port: setup.port, path: fleet.socketPath }
    await pages.ask({ do: 'open', ...where, pages: fleet.pages })
    await people.ask({ do: 'open', ...where, people: fleet.dispatchers })
    // The first fixes of a driver are more work than the others, and so is the first call with a token at each server.
    for (const node of setup.nodes) {
      if (!node.process || warm.has(node)) continue
      await drive(Math.max(everySeconds, warmSeconds), node.port)
      warm.add(node)
    }
    await Promise.all([drive(everySeconds), people.ask({ do: 'work', seconds: everySeconds })])
    await delay(2000)
    await people.ask({ do: 'heard' })
    await pages.ask({ do: 'heard' })
    const before = setup.processor()
    const clientsBefore = [phones, pages, people].map((child) => child.processor())
    const began = performance.now()
    const [driven, worked] = await Promise.all([drive(seconds), people.ask({ do: 'work', seconds })])
    const took = (performance.now() - began) / 1000
    const after = setup.processor()
    const clients = [phones, pages, people].map((child, i) => child.processor() - clientsBefore[i]!)
    const followed = await pages.ask({ do: 'heard' })
    const nodes = after.nodes.map((now, i) => now - before.nodes[i]!)
    const sum = nodes.reduce((total, each) => total + each)
    const thousands = driven.fixes / 1000
    const [screen, page, calls] = [spreadOf(worked.ages), spreadOf(followed.ages!), spreadOf(worked.calls)]
    const [postgres, balancer] = [after.postgres - before.postgres, after.balancer - before.balancer]
    console.log(`${who}: ${(driven.fixes / took).toFixed(0)} fixes/s stored, ${driven.failed} calls of phones failed`)
    console.log(
      `  fix to screen: ${screen.text} (goal: p99 under ${goals.fixToScreenMs}); ${worked.ages.length} in ${worked.messages} messages; to a recipient’s page: ${page.text}`,
    )
    console.log(
      `  answers: phones p50 ${driven.p50.toFixed(0)}, p95 ${driven.p95.toFixed(0)}, p99 ${driven.p99.toFixed(0)} ms; dispatchers ${calls.text}, ${worked.failed} of ${worked.calls.length + worked.failed} failed; sockets away ${worked.returns.away + followed.returns!.away}`,
    )
    const shares = nodes.map((each) => each.toFixed(1)).join(' + ')
    console.log(
      `  processor seconds in ${took.toFixed(0)} s: servers ${shares} = ${sum.toFixed(1)}, PostgreSQL ${postgres.toFixed(1)}, balancer ${balancer.toFixed(1)}, phones ${clients[0]!.toFixed(1)}, recipients ${clients[1]!.toFixed(1)}, dispatchers ${clients[2]!.toFixed(1)}; servers ${(sum / thousands).toFixed(3)} for 1,000 fixes`,
    )
    return {
      perThousand: sum / thousands,
      balancerPerThousand: balancer / thousands,
      bytesPerFix: worked.bytes / worked.ages.length,
    }
  } finally {
    for (const child of [phones, pages, people]) child.stop()
  }
}
