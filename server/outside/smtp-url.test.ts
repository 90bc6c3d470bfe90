import { expect, test } from 'vitest'
import { connectionOf } from './smtp-url.ts'

test('each scheme has its default port, and a given port wins', () => {
  expect(connectionOf('smtp://mail.example.com')).toMatchObject({ port: 587, secure: false })
  expect(connectionOf('smtps://mail.example.com')).toMatchObject({ port: 465, secure: true })
  expect(connectionOf('smtp://mail.example.com:2525')).toMatchObject({ host: 'mail.example.com', port: 2525 })
  expect(connectionOf('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25 })
})

test('a password leaves this machine only encrypted', () => {
  const remote = connectionOf('smtp://me%40example.com:p%2Fss@mail.example.com')
  expect(remote).toMatchObject({ requireTLS: true, tls: { rejectUnauthorized: true } })
  expect(remote.auth).toEqual({ user: 'me@example.com', pass: 'p/ss' })
  expect(connectionOf('smtp://me:secret@127.0.0.1')).toMatchObject({ requireTLS: false })
  expect(connectionOf('smtp://relay.example.com')).not.toHaveProperty('auth')
  expect(connectionOf('smtp://127.0.0.1.example.com')).toMatchObject({ tls: { rejectUnauthorized: true } })
})
