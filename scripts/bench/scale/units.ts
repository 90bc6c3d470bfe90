import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from '../../measure/child.ts'
import { callsPerMinute, type DispatcherAnswer, type DispatcherOrder } from '../../measure/dispatchers.ts'
import { plantFleet } from '../../measure/fleet-of-many.ts'
import { loadPhone, syncPhone, type LoadedPhone } from '../../measure/loaded-phones.ts'
import { openManyNodes, type ManyNodes } from '../../measure/many-nodes.ts'
import type { RoadAnswer, RoadOrder } from '../../measure/road-clients.ts'
import { openSharedObjects } from '../../measure/shared-objects.ts'
import { providerAccount, type ProviderAnswer, type ProviderOrder } from '../../measure/sms-provider.ts'
import type { TrackingAnswer, TrackingOrder } from '../../measure/tracking-clients.ts'
import { saveUnits } from '../../measure/units.ts'
import { prepareDrivers, signIn } from '../../simulate/fleet.ts'

/*
 * What one of everything costs a server and PostgreSQL, in processor seconds for a thousand, and on the disk, in bytes: the
 * figures that docs/scale.md reckons with. `--save` writes them to docs/scale-units.json.
 */
const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    drivers: { type: 'string', default: '60' },
    stops: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    save: { type: 'boolean', default: false },
  },
})
const [drivers, stops, seconds] = [Number(flags.drivers), Number(flags.stops), Number(flags.seconds)] as [
  number,
  number,
  number,
]
const people = 50
const fixesPerCall = 4

type Cost = { node: number; postgres: number }

export async function run(): Promise<void> {
  const objects = await openSharedObjects()
  const provider = startChild<ProviderOrder, ProviderAnswer>('sms-provider.ts')
  const { url: smsUrl } = await provider.ask({ do: 'open', kind: 'twilio', perSecond: 1000, answersAfterMs: 20 })
  const settings = {
    ...objects.settings,
    SMS_ACCOUNT_SID: providerAccount.accountSid,
    SMS_AUTH_TOKEN: providerAccount.authToken,
    SMS_FROM: '+15005550006',
    SMS_API_URL: smsUrl!,
    SMS_PER_SECOND: '200',
  }
  const setup = await openManyNodes(1, { settings })
  const measured: Record<string, number> = {}

  /** What `work` cost for each thousand of what it did, without what the server takes anyway. */
  const measure = async (what: string, work: () => Promise<number>, anyway: Cost): Promise<void> => {
    const before = costOf(setup)
    const began = performance.now()
    const thousands = (await work()) / 1000
    const took = (performance.now() - began) / 1000
    const after = costOf(setup)
    const each = (which: keyof Cost) => Math.max(0, after[which] - before[which] - anyway[which] * took) / thousands
    measured[`node seconds per 1,000 ${what}`] = each('node')
    measured[`postgres seconds per 1,000 ${what}`] = each('postgres')
    console.log(`1,000 ${what}: server ${each('node').toFixed(2)} s, PostgreSQL ${each('postgres').toFixed(2)} s`)
  }

  try {
    await setup.start()
    await setup.untilReady()
    await delay(5000)
    const idle = await restingCost(setup, seconds)
    measured['node share of an idle server'] = idle.node
    measured['postgres share of an idle server'] = idle.postgres
    console.log(
      `idle: server ${(idle.node * 100).toFixed(1)} % of a processor, PostgreSQL ${(idle.postgres * 100).toFixed(1)} %`,
    )

    const plant = (many: Parameters<typeof plantFleet>[1]) => plantFleet({ ...setup.planting, ...settings }, many)
    const fleet = await plant({ workspaces: 5, drivers: 1000, dispatchers: people, pages: 0 })
    await delay(20_000)
    const dispatchers = startChild<DispatcherOrder, DispatcherAnswer>('dispatchers.ts')
    const road = startChild<RoadOrder, RoadAnswer>('road-clients.ts')
    try {
      await dispatchers.ask({ do: 'open', port: setup.port, path: fleet.socketPath, people: fleet.dispatchers })
      const perSecond = (people * Object.values(callsPerMinute).reduce<number>((sum, count) => sum + count, 0)) / 60
      await measure(
        'calls of dispatchers',
        async () => {
          await dispatchers.ask({ do: 'work', seconds })
          return perSecond * seconds
        },
        idle,
      )
      const drive = {
        do: 'drive',
        port: setup.port,
        tokens: fleet.drivers,
        everySeconds: 5,
        fixes: fixesPerCall,
      } as const
      await road.ask({ ...drive, seconds: 5 })
      await measure('fixes', async () => (await road.ask({ ...drive, seconds })).fixes, idle)
    } finally {
      dispatchers.stop()
      road.stop()
    }
    const bytesBefore = await tableSizes(setup)
    const how = {
      server: setup.url,
      drivers,
      stops,
      seed: 1,
      email: 'bench@example.com',
      password: randomUUID(),
      hasPhones: true,
    }
    const owner = await signIn(how)
    const phones: LoadedPhone[] = []
    await measure(
      'deliveries imported, planned and dispatched',
      async () => {
        const found = await prepareDrivers(owner, how, () => {})
        for (const driver of found) phones.push(await loadPhone(owner, setup.url, driver))
        return drivers * stops
      },
      idle,
    )
    const deliveries = phones.reduce((sum, phone) => sum + phone.deliveries.length, 0)
    await measure(
      'deliveries driven, with a photo each',
      async () => {
        const counts = { calls: 0, cut: 0 }
        const signal = new AbortController().signal
        await Promise.all(phones.map((phone) => syncPhone(setup.url, phone, { counts, signal, paceMs: 200 })))
        await delay(5000)
        return deliveries
      },
      idle,
    )
    await measure('texts', () => sendTexts(setup, owner), idle)
    const bytesAfter = await tableSizes(setup)
    const bytes = deliveries && (bytesAfter.others - bytesBefore.others) / deliveries
    measured['bytes on the disk per delivery'] = bytes
    console.log(
      `a delivery with its history, events, route, proof and two texts: ${(bytes / 1024).toFixed(1)} kB on the disk`,
    )

    const { positions, rows } = await tableSizes(setup)
    measured['bytes on the disk per fix'] = positions / rows
    console.log(`a fix: ${(positions / rows).toFixed(0)} bytes on the disk`)
    const followed = await plant({ workspaces: 5, drivers: 50, dispatchers: 0, pages: 500 })
    await delay(20_000)
    const resting = await restingCost(setup, seconds)
    const recipients = startChild<TrackingOrder, TrackingAnswer>('tracking-clients.ts')
    try {
      const where = { port: setup.port, path: followed.socketPath }
      await measure(
        'pages of recipients opened',
        async () => {
          const { joined } = await recipients.ask({ do: 'open', ...where, pages: followed.pages })
          return joined!
        },
        resting,
      )
    } finally {
      recipients.stop()
    }
    if (flags.save) await saveUnits('npm run bench -- scale units', measured)
  } finally {
    provider.stop()
    await setup.close()
    await objects.close()
  }
}

function costOf(setup: ManyNodes): Cost {
  const { nodes, postgres } = setup.processor()
  return { node: nodes[0]!, postgres }
}

async function restingCost(setup: ManyNodes, seconds: number): Promise<Cost> {
  const before = costOf(setup)
  await delay(seconds * 1000)
  const after = costOf(setup)
  return { node: (after.node - before.node) / seconds, postgres: (after.postgres - before.postgres) / seconds }
}

/** Texts about what happened to all deliveries, as if all of it had happened at once. */
async function sendTexts(setup: ManyNodes, owner: Awaited<ReturnType<typeof signIn>>): Promise<number> {
  const sms = { push: false, email: false, sms: true }
  const change = { active: true, choices: { planned: sms, delivered: sms }, quiet_from: null, quiet_until: null }
  await owner.call('PATCH', '/v1/settings/notifications', change)
  return setup.asOwner(async (pool) => {
    await pool.query(`update workspaces set tier = 'enterprise'`)
    for (const status of ['dispatched', 'delivered']) {
      await pool.query(
        `insert into notification_outbox (workspace_id, type, delivery_id, version, status)
          select workspace_id, 'delivery.status_changed', id, version + 1, $1 from deliveries where reference like 'SIM-%'`,
        [status],
      )
    }
    for (;;) {
      const { rows } = await pool.query<{ open: number; sent: number }>(`
        select ((select count(*) from notification_outbox)
            + count(*) filter (where state in ('waiting', 'handing_over')))::int as open,
          count(*) filter (where state = 'sent')::int as sent from notifications`)
      if (rows[0]!.open === 0) return rows[0]!.sent
      await delay(500)
    }
  })
}

/** The bytes of all tables with indexes: positions by themselves, and the others of the product. */
async function tableSizes(setup: ManyNodes): Promise<{ positions: number; rows: number; others: number }> {
  return setup.asOwner(async (pool) => {
    await pool.query('vacuum analyze')
    const { rows } = await pool.query<{ positions: number; rows: number; others: number }>(`
      with parts as (select relid from pg_partition_tree('positions') where isleaf)
      select (select coalesce(sum(pg_total_relation_size(relid)), 0) from parts)::float8 as positions,
        (select count(*) from positions)::float8 as rows,
        (select sum(pg_total_relation_size(oid)) from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and oid not in (select relid from parts))::float8 as others`)
    return rows[0]!
  })
}
