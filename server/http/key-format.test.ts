import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiKeyBytes, hashApiKey, isApiKey, prefixOf, writeApiKey } from './key-format.ts'

const anyKey = () => writeApiKey(randomBytes(apiKeyBytes), 'live')

test('all keys have the same length, and each has its own hash', () => {
  const secrets = [Buffer.alloc(apiKeyBytes), Buffer.alloc(apiKeyBytes, 255), randomBytes(apiKeyBytes)]
  const keys = secrets.map((secret) => writeApiKey(secret, 'live'))
  for (const key of keys) {
    expect(key).toMatch(/^karta_live_[0-9A-Za-z]{49}$/)
    expect(isApiKey(key)).toBe(true)
    expect(hashApiKey(key)).toHaveLength(32)
  }
  expect(new Set(keys.map((key) => hashApiKey(key)!.toString('hex'))).size).toBe(3)
})

test('a typo anywhere in a key is noticed', () => {
  const key = anyKey()
  for (let position = 'karta_live_'.length; position < key.length; position++) {
    const other = key[position] === 'a' ? 'b' : 'a'
    expect(hashApiKey(key.slice(0, position) + other + key.slice(position + 1)), `position ${position}`).toBeUndefined()
  }
  for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key}a`, `${key}\n`, `\n${key}`, key.toUpperCase()]) {
    expect(hashApiKey(wrong), wrong).toBeUndefined()
  }
})

test('the part of a key that lists show gives almost nothing away', () => {
  const key = anyKey()
  expect(key.startsWith(prefixOf(key))).toBe(true)
  expect(prefixOf(key)).toHaveLength('karta_live_'.length + 6)
})

test('an access token is not mistaken for a key', () => {
  expect(isApiKey('eyJhbGciOiJFUzI1NiJ9.e30.x')).toBe(false)
})
