/** What the model takes as given. Each can be given another value: npm run scale -- NAME=VALUE. */
export type Assumptions = { -readonly [Name in keyof typeof assumptions]: number }

/** The value, and where it is from. */
const assumptions = {
  deliveriesPerDay: [1_000_000, 'the question'],
  drivers: [100_000, 'the question'],
  shareInBusiestHour: [0.15, 'of a day’s deliveries'],
  shareOnDuty: [0.8, 'of the drivers, in the busiest hour'],
  dutyHours: [8, 'of a driver a day'],
  secondsPerFix: [10, 'of a driver on duty: 5 while driving fast, 10 slowly, 60 standing'],
  planningHours: [2, 'of a morning, in which the day is imported, planned and dispatched'],
  driversPerWorkspace: [500, 'each dispatcher’s map shows all of them'],
  driversPerDispatcher: [40, ''],
  dispatcherHours: [10, 'of a dispatcher a day'],
  callsPerDispatcherMinute: [22, '`scripts/measure/dispatchers.ts`'],
  callsPerStop: [2, 'of a phone that looks at its day, priced as a dispatcher’s'],
  kilobytesPerCall: [10, 'packed replies of lists and records'],
  pagesPerDelivery: [2, 'opened by the recipient'],
  minutesPerPage: [5, 'for which such a page stays open'],
  kilobytesPerPage: [30, '[script and messages](benchmarks.md#recipients)'],
  microsecondsPerPage: [10, 'of a server, each second: [recipients](benchmarks.md#recipients)'],
  kilobytesPerSocket: [17, 'of memory: [channels](benchmarks.md#channels)'],
  megabytesPerDriverDay: [2.3, '[the driver’s app](benchmarks.md#the-solver), without photos'],
  textsPerDelivery: [2, 'when it is planned and when it ends'],
  photosPerDelivery: [1.2, ''],
  kilobytesPerPhoto: [200, 'the app makes them smaller'],
  keepPositionsDays: [90, 'the default'],
  keepDeliveriesDays: [365, ''],
  keepPhotosDays: [365, ''],
  fullest: [0.6, 'share of processors that may be busy, and of disks that may be used'],
  workersPerCell: [2, 'servers that do background work: idle ones look for it, too'],
  databaseProcessors: [16, 'of one PostgreSQL'],
  databaseDiskTerabytes: [8, 'of one PostgreSQL, which a backup still reads in a night'],
  databaseConnections: [500, 'of one PostgreSQL'],
  connectionsPerServer: [14, 'the pools of one server'],
  socketsPerServer: [8000, '`REALTIME_MAX_SOCKETS`'],
  hoursPerMonth: [730, ''],
  daysPerMonth: [30, ''],
  dollarsPerProcessorHour: [0.04, 'with 4 GB of memory'],
  dollarsPerDiskGigabyte: [0.1, 'a month, on SSD'],
  dollarsPerObjectGigabyte: [0.023, 'a month'],
  dollarsPerEgressGigabyte: [0.08, ''],
  dollarsPerText: [0.01, 'they differ by country more than anything else here'],
} as const satisfies Record<string, readonly [value: number, why: string]>

export const usual = Object.fromEntries(
  Object.entries(assumptions).map(([name, [value]]) => [name, value]),
) as Assumptions

export const reasons = Object.fromEntries(Object.entries(assumptions).map(([name, [, why]]) => [name, why])) as Record<
  keyof Assumptions,
  string
>
