import { expect, test } from 'vitest'
import { readDatabase } from './database-config.ts'

const direct = 'postgres://owner:secret@db/karta'
const pooled = 'postgres://server:secret@bouncer:6432/karta'
const read = 'postgres://server:secret@replica/karta'

test('one address is enough, and a second one says that the first leads to a pooler', () => {
  expect(readDatabase({})).toEqual({ databaseUrl: undefined, pooler: undefined, replica: undefined })
  expect(readDatabase({ DATABASE_URL: direct })).toMatchObject({ databaseUrl: direct, pooler: undefined })
  const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
  expect(readDatabase(both)).toMatchObject({ databaseUrl: direct, pooler: { url: pooled, prepares: false } })
  expect(readDatabase({ ...both, DATABASE_PREPARED_STATEMENTS: 'true' }).pooler).toEqual({
    url: pooled,
    prepares: true,
  })
})

test('a standby may be a minute behind, unless a setting says otherwise', () => {
  const settings = { DATABASE_URL: direct, DATABASE_READ_URL: read }
  expect(readDatabase(settings).replica).toEqual({ url: read, mostLagSeconds: 60 })
  expect(readDatabase({ ...settings, DATABASE_READ_MAX_LAG_SECONDS: '5' }).replica?.mostLagSeconds).toBe(5)
})

test.each([
  [{ DATABASE_DIRECT_URL: direct }, 'DATABASE_URL must be set too: DATABASE_DIRECT_URL says'],
  [{ DATABASE_READ_URL: read }, 'DATABASE_URL must be set too: DATABASE_READ_URL says'],
  [{ DATABASE_URL: direct, DATABASE_READ_URL: 'http://a:secret@b' }, 'DATABASE_READ_URL must look like postgres://'],
  [{ DATABASE_URL: pooled, DATABASE_DIRECT_URL: 'db:secret' }, 'DATABASE_DIRECT_URL must look like postgres://'],
  [{ DATABASE_URL: direct, DATABASE_PREPARED_STATEMENTS: 'yes' }, 'DATABASE_PREPARED_STATEMENTS must be one of'],
  [
    { DATABASE_URL: direct, DATABASE_READ_URL: read, DATABASE_READ_MAX_LAG_SECONDS: '0' },
    'DATABASE_READ_MAX_LAG_SECONDS must',
  ],
  [
    { DATABASE_URL: direct, DATABASE_READ_URL: read, DATABASE_READ_MAX_LAG_SECONDS: '1.5' },
    'DATABASE_READ_MAX_LAG_SECONDS must',
  ],
])('%j is refused with a sentence that repeats no password', (env, message) => {
  expect(() => readDatabase(env)).toThrow(message)
  expect(() => readDatabase(env)).not.toThrow(/:secret/)
})
