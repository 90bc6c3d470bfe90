import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
  })
})

test('PUBLIC_URL is kept without its trailing slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://karta.example.com/' }).publicUrl).toBe('https://karta.example.com')
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'karta.example.com'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['TILE_URL', 'https://tiles.example.com/'],
  ['LOG_LEVEL', 'loud'],
  ['SOLVER_THREADS', '0'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*\\.$`))
})

test('a wrong DATABASE_URL is refused without repeating its password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://karta:secret@host/db' })).toThrow(/^DATABASE_URL must look like/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://karta:secret@host/db' })).not.toThrow(/:secret@/)
})
