import type pg from 'pg'
import { deliveryBatchSize } from '#domain/api/import.ts'
import { makeOrders, runApp, send } from '../../measure/running-app.ts'

const rows = 10_000
const mostSeconds = 2

/**
 * Imports new orders with two parcels and two windows each as the browser does: it asks what each row would do, shows that,
 * and sends the rows once somebody says so. Another workspace does the same first, on a server that has just started.
 */
export async function importOrders(): Promise<boolean> {
  const app = await runApp()
  try {
    const first = await importInto(app, (await app.makeOwner()).token)
    console.log(
      `${rows} orders with two parcels and two windows each, the first import after a start: compared in ${first.compared} s, imported in ${first.imported} s`,
    )
    const next = await importInto(app, (await app.makeOwner()).token)
    console.log(`The next one: compared in ${next.compared} s, imported in ${next.imported} s (limit ${mostSeconds} s)`)
    const copied = await app.asOwner(copyRows)
    console.log(
      `PostgreSQL alone copies the rows of both into empty tables with the same indexes in ${copied.toFixed(2)} s`,
    )
    return Number(next.imported) < mostSeconds
  } finally {
    await app.stop()
  }
}

/** Seconds for looking at the file, and for sending it. */
async function importInto({ url }: Awaited<ReturnType<typeof runApp>>, token: string) {
  const orders = makeOrders(rows).map((order, index) => ({
    ...order,
    pickup_address: null,
    more_windows: [{ start: '18:00', end: '20:00' }],
    parcels: [
      { code: `P${index}-1`, weight_kg: 1 },
      { code: `P${index}-2`, weight_kg: 1.5, volume_l: 4 },
    ],
  }))
  const sendAll = async (isDryRun: boolean) => {
    const startedAt = performance.now()
    let created = 0
    for (let from = 0; from < rows; from += deliveryBatchSize) {
      const deliveries = orders.slice(from, from + deliveryBatchSize)
      const body = { source: 'csv', deliveries, dry_run: isDryRun }
      created += ((await send(`${url}/v1/deliveries/import`, token, 'POST', body)) as { created: number }).created
    }
    if (created !== rows) throw new Error(`Only ${created} of ${rows} rows are new`)
    return ((performance.now() - startedAt) / 1000).toFixed(2)
  }
  return { compared: await sendAll(true), imported: await sendAll(false) }
}

const written = ['deliveries', 'delivery_events', 'chain_heads', 'events']

/** What no import can be quicker than: the same rows and indexes, without reading them, checking them or telling anybody. */
async function copyRows(owner: pg.Pool): Promise<number> {
  let seconds = 0
  for (const table of written) {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const { columns } = rows[0]!
    await owner.query(`create table ${table}_copied (like ${table} including all)`)
    const startedAt = performance.now()
    await owner.query(`insert into ${table}_copied (${columns}) select ${columns} from ${table}`)
    seconds += (performance.now() - startedAt) / 1000
  }
  return seconds
}
