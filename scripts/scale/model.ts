import type { Units } from '../measure/units.ts'
import type { Assumptions } from './assumptions.ts'

/** What happens in a second of the busiest hour, and what it takes, in processors. */
export type Load = { what: string; perSecond: number; server: number; postgres: number }

/** Something that one cell has only so much of, and how many cells it takes to have enough. */
export type Limit = { what: string; needed: number; perCell: number; unit: string; cells: number }

/** A line of the bill, in dollars a month. */
export type Cost = { what: string; how: string; dollars: number }

export type Model = {
  loads: Load[]
  /** In processors of the busiest hour, or of the morning if that is more. */
  processors: { server: number; postgres: number; balancer: number }
  sockets: number
  /** In gigabytes: what is kept once everything has reached its age. */
  kept: { positions: number; deliveries: number; photos: number; rowsPerDay: number }
  /** In megabits a second, in the busiest hour. */
  bandwidth: { what: string; megabits: number }[]
  limits: Limit[]
  cells: number
  serversPerCell: number
  costs: Cost[]
}

const gigabyte = 1e9

/** What so many deliveries and drivers take, from what one of each took here. */
export function reckon(units: Units, given: Assumptions): Model {
  const unit = (name: string): number => {
    const found = units[name]
    if (!found) throw new Error(`docs/scale-units.json lacks “${name}”: run npm run bench -- scale units nodes --save.`)
    return found.value
  }
  const inBusiest = (given.deliveriesPerDay * given.shareInBusiestHour) / 3600
  const dispatchers = given.drivers / given.driversPerDispatcher
  const fixes = (given.drivers * given.shareOnDuty) / given.secondsPerFix
  const calls = (dispatchers * given.callsPerDispatcherMinute) / 60 + inBusiest * given.callsPerStop
  const pages = inBusiest * given.pagesPerDelivery
  const openPages = pages * given.minutesPerPage * 60
  const load = (what: string, unitName: string, perSecond: number, more = 1): Load => ({
    what,
    perSecond,
    server: (perSecond / 1000) * unit(`node seconds per 1,000 ${unitName}`) * more,
    postgres: (perSecond / 1000) * unit(`postgres seconds per 1,000 ${unitName}`),
  })
  const loads: Load[] = [
    load('fixes', 'fixes', fixes, unit('times one server that several take for a fix')),
    load('deliveries driven', 'deliveries driven, with a photo each', inBusiest),
    load('calls of dispatchers and phones', 'calls of dispatchers', calls),
    load('texts', 'texts', inBusiest * given.textsPerDelivery),
    load('pages of recipients opened', 'pages of recipients opened', pages),
    {
      what: 'pages of recipients that are open',
      perSecond: openPages,
      server: (openPages * given.microsecondsPerPage) / 1e6,
      postgres: 0,
    },
  ]
  const morning = load(
    'deliveries imported, planned and dispatched',
    'deliveries imported, planned and dispatched',
    given.deliveriesPerDay / given.planningHours / 3600,
  )
  const sum = (which: 'server' | 'postgres') => loads.reduce((total, each) => total + each[which], 0)
  const processors = {
    server: Math.max(sum('server'), morning.server),
    postgres: Math.max(sum('postgres'), morning.postgres),
    balancer: (fixes / 1000) * unit('balancer seconds per 1,000 fixes') + calls * 0.0002,
  }
  const sockets = openPages + dispatchers
  const rowsPerDay = (given.drivers * given.dutyHours * 3600) / given.secondsPerFix
  const kept = {
    positions: (rowsPerDay * given.keepPositionsDays * unit('bytes on the disk per fix')) / gigabyte,
    deliveries: (given.deliveriesPerDay * given.keepDeliveriesDays * unit('bytes on the disk per delivery')) / gigabyte,
    photos:
      (given.deliveriesPerDay * given.photosPerDelivery * given.kilobytesPerPhoto * 1000 * given.keepPhotosDays) /
      gigabyte,
    rowsPerDay,
  }
  const serversNeeded = Math.max(processors.server / given.fullest, sockets / given.socketsPerServer)
  const most = {
    processors: given.databaseProcessors * given.fullest,
    disk: given.databaseDiskTerabytes * 1000 * given.fullest,
    servers: Math.floor(given.databaseConnections / given.connectionsPerServer),
  }
  const limit = (what: string, needed: number, perCell: number, unitOf: string): Limit => ({
    what,
    needed,
    perCell,
    unit: unitOf,
    cells: needed / perCell,
  })
  const limits = [
    limit('disk of PostgreSQL', kept.positions + kept.deliveries, most.disk, 'GB'),
    limit('processors of PostgreSQL', processors.postgres, most.processors, 'processors'),
    limit('connections of PostgreSQL', serversNeeded, most.servers, 'servers'),
    // Each server takes in all messages, also those that nobody of its own hears.
    limit(
      'messages into each server',
      (fixes * 2 * unit('bytes of live positions per fix and screen') * 8) / 1e6,
      1000,
      'Mbit/s',
    ),
  ].toSorted((one, other) => other.cells - one.cells)
  const cells = Math.max(1, Math.ceil(limits[0]!.cells))
  const idle = unit('node share of an idle server')
  const serversPerCell = Math.ceil(serversNeeded / cells / (1 - idle)) + given.workersPerCell
  const live =
    dispatchers *
    ((given.driversPerWorkspace * given.shareOnDuty) / given.secondsPerFix) *
    unit('bytes of live positions per fix and screen')
  const onPhones = (given.drivers * given.megabytesPerDriverDay * 1e6 * given.shareOnDuty) / (given.dutyHours * 3600)
  const bandwidth = [
    { what: 'live maps of dispatchers, out', bytes: live },
    { what: 'calls of dispatchers, out', bytes: calls * given.kilobytesPerCall * 1000 },
    { what: 'pages of recipients, out', bytes: pages * given.kilobytesPerPage * 1000 },
    { what: 'phones, in and out', bytes: onPhones },
    { what: 'photos, in', bytes: inBusiest * given.photosPerDelivery * given.kilobytesPerPhoto * 1000 },
  ].map(({ what, bytes }) => ({ what, megabits: (bytes * 8) / 1e6 }))
  return {
    loads: [...loads, { ...morning, what: `${morning.what}, in the morning` }],
    processors,
    sockets,
    kept,
    bandwidth,
    limits,
    cells,
    serversPerCell,
    costs: price(given, { cells, serversPerCell, kept, live, calls }),
  }
}

type Priced = Pick<Model, 'cells' | 'serversPerCell' | 'kept'> & { live: number; calls: number }

/** Of one cell: a balancer and its spare, and NATS on three machines. */
const othersPerCell = 2 * 2 + 3 * 2

function price(given: Assumptions, { cells, serversPerCell, kept, live, calls }: Priced): Cost[] {
  const processors = (count: number) => count * given.hoursPerMonth * given.dollarsPerProcessorHour
  const servers = cells * serversPerCell
  const databases = cells * 2
  const disk = ((kept.positions + kept.deliveries) / given.fullest) * 2
  const backups = (kept.positions + kept.deliveries) * 1.5
  const perDay = (perSecond: number, hours: number) => (perSecond * 3600 * hours) / gigabyte
  const egress =
    given.daysPerMonth *
    (perDay(live, given.dispatcherHours) +
      perDay(calls * given.kilobytesPerCall * 1000, given.dispatcherHours) +
      (given.deliveriesPerDay * given.pagesPerDelivery * given.kilobytesPerPage * 1000) / gigabyte +
      (given.drivers * given.megabytesPerDriverDay) / 1000 / 2)
  const texts = given.deliveriesPerDay * given.textsPerDelivery * given.daysPerMonth
  return [
    { what: 'servers', how: `${servers} with a processor each`, dollars: processors(servers) },
    {
      what: 'PostgreSQL',
      how: `${databases} of ${given.databaseProcessors} processors: each with a standby`,
      dollars: processors(databases * given.databaseProcessors),
    },
    {
      what: 'NATS and balancers',
      how: `${cells * othersPerCell} processors`,
      dollars: processors(cells * othersPerCell),
    },
    { what: 'disks', how: `${round(disk / 1000)} TB, standbys included`, dollars: disk * given.dollarsPerDiskGigabyte },
    {
      what: 'photos',
      how: `${round(kept.photos / 1000)} TB of objects`,
      dollars: kept.photos * given.dollarsPerObjectGigabyte,
    },
    {
      what: 'backups',
      how: `${round(backups / 1000)} TB of objects: a whole one, and changes`,
      dollars: backups * given.dollarsPerObjectGigabyte,
    },
    { what: 'traffic out', how: `${round(egress / 1000)} TB`, dollars: egress * given.dollarsPerEgressGigabyte },
    { what: 'texts', how: `${(texts / 1e6).toFixed(0)} million`, dollars: texts * given.dollarsPerText },
  ]
}

/** To two digits, or to a whole number if that has more. */
export function round(value: number): string {
  const rounded = value >= 10 ? Math.round(value) : Number(value.toPrecision(2))
  return rounded.toLocaleString('en-US')
}
