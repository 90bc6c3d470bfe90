import { parseArgs } from 'node:util'
import { Day } from '#domain/time.ts'
import { noTotals, driveDay, type Totals } from './simulate/drive.ts'
import { prepareDrivers, signIn, signInDriver } from './simulate/fleet.ts'
import { fillYear } from './simulate/year/year.ts'

const help = `Simulates drivers on the road: they sign in, drive their dispatched routes of today, and send what an app sends.

  npm run simulate -- drivers N [options]
  npm run simulate -- year [options]      fills an empty workspace with days that are over


  --server URL      the server (http://localhost:3000)
  --email ADDRESS   a member who may plan; without an account, one is made (simulator@example.com)
  --password TEXT   the password
  --minutes M       stop after so long (5)
  --speed N         drive and deliver N times faster than in life, 1 to 6 (3)
  --stops N         deliveries per driver of a sample day (12)
  --failures SHARE  of deliveries that fail (0.08)
  --lies SHARE      of fixes that lie (0.005)
  --dead-zones      without network for a fifth of the time
  --seed N          the same seed drives in the same way (1)
  --anywhere        also drive on a server that is not this machine

Of a year:

  --days N          so many days (365)
  --deliveries N    of a working day (70)
  --until DAY       the last day (yesterday)

  --help            show this text

Drivers without a route today get a sample day, which is planned and dispatched in that workspace.
`

class UsageError extends Error {}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return error instanceof UsageError ? 2 : 1
})

function readFlags() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string', default: 'http://localhost:3000' },
      email: { type: 'string', default: 'simulator@example.com' },
      password: { type: 'string', default: 'drive-them-all-around-2026' },
      minutes: { type: 'string', default: '5' },
      speed: { type: 'string', default: '3' },
      stops: { type: 'string', default: '12' },
      failures: { type: 'string', default: '0.08' },
      lies: { type: 'string', default: '0.005' },
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '365' },
      deliveries: { type: 'string', default: '70' },
      until: { type: 'string' },
      'dead-zones': { type: 'boolean', default: false },
      anywhere: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [what, count] = positionals
  if (values.help || what === undefined) return undefined
  const number = (name: string, text: string | undefined, least: number, most: number) => {
    const value = Number(text)
    if (!(value >= least && value <= most)) throw new UsageError(`${name} is between ${least} and ${most}.`)
    return value
  }
  if (what !== 'drivers' && what !== 'year') throw new UsageError(help)
  const until = values.until === undefined ? undefined : Day.safeParse(values.until)
  if (until && !until.success) throw new UsageError('--until is a day like 2026-03-15.')
  const server = new URL(values.server).origin
  if (!/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(server) && !values.anywhere) {
    throw new UsageError(
      `${server} is not this machine. Simulated drivers would fill a real workspace: add --anywhere if you mean it.`,
    )
  }
  return {
    what,
    days: number('--days', values.days, 1, 1100),
    deliveries: number('--deliveries', values.deliveries, 1, 400),
    until: until?.data,
    server,
    drivers: what === 'year' ? 1 : number('The number of drivers', count, 1, 500),
    stops: number('--stops', values.stops, 1, 100),
    minutes: number('--minutes', values.minutes, 0.1, 1440),
    // Faster than this, nobody would believe the positions.
    speed: number('--speed', values.speed, 1, 6),
    failures: number('--failures', values.failures, 0, 1),
    lies: number('--lies', values.lies, 0, 1),
    deadTime: values['dead-zones'] ? 0.2 : 0,
    seed: number('--seed', values.seed, 0, 1e9),
    email: values.email,
    password: values.password,
  }
}

async function main(): Promise<number> {
  const flags = readFlags()
  if (!flags) {
    process.stdout.write(help)
    return 0
  }
  const log = (line: string) => console.log(line)
  const api = await signIn(flags)
  if (flags.what === 'year') {
    await fillYear(api, flags)
    log(`Done. Sign in as ${flags.email}.`)
    return 0
  }
  const drivers = await prepareDrivers(api, flags, log)
  log(`${drivers.length} drivers set out, for ${flags.minutes} minutes.`)
  const totals = noTotals()
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  const until = setTimeout(() => stopping.abort(), flags.minutes * 60_000)
  const telling = setInterval(() => log(sayTotals(totals)), 10_000)
  await Promise.all(
    drivers.map(async (driver, index) => {
      // Phones are switched on one after the other.
      await new Promise((resolve) => setTimeout(resolve, index * 100))
      if (stopping.signal.aborted) return
      const { api: phone } = await signInDriver(api, flags.server, driver)
      await driveDay(phone, {
        ...flags,
        seed: flags.seed * 1000 + index,
        sendEverySeconds: 5,
        signal: stopping.signal,
        totals,
      })
    }),
  )
  clearTimeout(until)
  clearInterval(telling)
  log(sayTotals(totals))
  for (const [outcome, count] of Object.entries(totals.outcomes)) log(`  ${outcome}: ${count}`)
  for (const problem of new Set(totals.problems)) log(`  ${problem}`)
  return totals.waiting === 0 ? 0 : 1
}

function sayTotals({ driving, fixes, kept, hidden, ignored, entries, waiting }: Totals): string {
  return `${driving} driving, ${fixes} fixes (${kept} kept, ${hidden} of them not shown, ${ignored} not taken), ${entries} entries, ${waiting} waiting`
}
