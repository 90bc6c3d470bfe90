import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../testing/databases.ts'
import { openPool } from './connect.ts'

const database = await makeDatabase()
const db = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: openPool(database.url, { max: 1, onError: () => {} }) }),
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** What stands in addresses, and around what the key leaves out or joins. */
const pieces = [
  'jl',
  'Jln.',
  'jalan',
  'no',
  'No.',
  'nr',
  'nomor',
  'nomer',
  '12',
  '7a',
  '-',
  '–',
  '/',
  ' ',
  '  ',
  ',',
  'Ä',
  '１２',
  'ﬁ',
  '\t',
]

/** Pieces in many orders, the same in each run. */
function madeUp(count: number): string[] {
  let seed = 1
  const next = () => (seed = (seed * 48271) % 2147483647)
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + (next() % 8) }, () => pieces[next() % pieces.length]).join(''),
  )
}

test('an address has the key that migration 38 gave it, which stored deliveries are found by', async () => {
  await sql
    .raw(
      String.raw`create function earlier_key(address text) returns text language sql immutable return
        trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
          translate(lower(normalize(address, NFKC)), '‐‑‒–—−', '------'),
          '(\d)\s*([-/])\s*(?=\d)', '\1\2', 'g'),
          '(?!(?<=\d)[-/](?=\d))[[:space:][:punct:]]+', ' ', 'g'),
          '\m(jl|jln)\M', 'jalan', 'g'), '\m(no|nr|nomor)\M\s*(?=\d)', '', 'g'))`,
    )
    .execute(db)
  const addresses = [...madeUp(3000), '', 'Jl. M.H. Thamrin No. 12 – 14', '１２/３ Rue d’Église']
  const { rows } = await sql<{ address: string; key: string; earlier: string }>`
    select address, address_key(address) as key, earlier_key(address) as earlier
    from unnest(${addresses}::text[]) as address`.execute(db)
  expect(rows).toHaveLength(addresses.length)
  expect(rows.filter(({ key, earlier }) => key !== earlier)).toEqual([])
  expect((await sql<{ key: null }>`select address_key(null) as key`.execute(db)).rows).toEqual([{ key: null }])
})
