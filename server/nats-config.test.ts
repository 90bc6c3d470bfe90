import { expect, test } from 'vitest'
import { readNats } from './nats-config.ts'

const DATABASE_URL = 'postgres://db/karta'

test('NATS_URL names servers of a cluster, and who Karta is there', () => {
  expect(readNats({})).toBeUndefined()
  expect(readNats({ DATABASE_URL, NATS_URL: 'nats://karta:p%40ss@a:4222, tls://b:4223' })).toEqual({
    servers: ['nats://a:4222', 'tls://b:4223'],
    user: 'karta',
    password: 'p@ss',
    token: undefined,
    credentials: undefined,
    subject: 'karta',
  })
  expect(readNats({ DATABASE_URL, NATS_URL: 'nats://s3cret@a', NATS_SUBJECT: 'staging' })).toMatchObject({
    user: undefined,
    token: 's3cret',
    subject: 'staging',
  })
})

test.each([
  [{ NATS_URL: 'nats://a:4222' }, 'NATS_URL needs DATABASE_URL'],
  [{ DATABASE_URL, NATS_URL: 'http://me:secret@a' }, 'NATS_URL must be an address'],
  [{ DATABASE_URL, NATS_URL: 'nats://a,secret' }, 'NATS_URL must be an address'],
  [{ DATABASE_URL, NATS_URL: 'nats://a', NATS_SUBJECT: 'karta.>' }, 'NATS_SUBJECT must be'],
])('what is wrong with %j is said without secrets', (env, sentence) => {
  const read = () => readNats(env as unknown as NodeJS.ProcessEnv)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/secret/)
})
