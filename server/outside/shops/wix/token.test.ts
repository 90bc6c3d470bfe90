import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readWixToken } from './token.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const now = new Date('2026-11-21T12:00:00Z')
const exp = now.getTime() / 1000 + 300

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function token(claims: object, alg = 'RS256') {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

test('what Wix signed is read, with its key as PEM, in one line, or in base64', () => {
  const given = token({ data: 'x', exp })
  const forms = [pem, pem.replaceAll('\n', '\\n'), Buffer.from(pem).toString('base64')]
  for (const form of forms) expect(readWixToken(given, form, now)).toMatchObject({ data: 'x' })
})

test('another signature, another algorithm and another time are refused', () => {
  const given = token({ data: 'x', exp })
  const [head = '', payload = '', signature = ''] = given.split('.')
  const forged = `${part({ alg: 'HS256' })}.${payload}`
  const refused = [
    '',
    'x',
    `${head}.${part({ data: 'y', exp })}.${signature}`,
    `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${part({ alg: 'none' })}.${payload}.`,
    `${part({ alg: 'none' })}.${payload}.${signature}`,
    `${forged}.${createHmac('sha256', pem).update(forged).digest('base64url')}`,
    token({ data: 'x', exp }, 'RS512'),
    token({ data: 'x', exp: exp - 600 }),
    token({ data: 'x' }),
    token({ data: 'x', exp, nbf: exp }),
    `${given}.${signature}`,
  ]
  for (const each of refused) expect(readWixToken(each, pem, now), each.slice(0, 40)).toBeUndefined()
  expect(readWixToken(given, undefined, now)).toBeUndefined()
  expect(readWixToken(given, 'no key', now)).toBeUndefined()
})
