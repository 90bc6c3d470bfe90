import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'

const passkeys = (env: Record<string, string>) => readConfig(env).auth.passkeys

test('passkeys belong to the host of the public address', () => {
  expect(passkeys({ PUBLIC_URL: 'https://app.karta.example' })).toEqual({
    rpId: 'app.karta.example',
    rpName: 'Karta',
    origins: ['https://app.karta.example'],
  })
  expect(passkeys({ PORT: '3000' })).toMatchObject({ rpId: 'localhost', origins: ['http://localhost:3000'] })
})

test('they can belong to a parent domain, have another name, and be used by apps', () => {
  const set = passkeys({
    PUBLIC_URL: 'https://app.karta.example',
    AUTH_PASSKEY_RP_ID: 'karta.example',
    AUTH_PASSKEY_RP_NAME: 'Kurir Kilat',
    AUTH_PASSKEY_ORIGINS: 'https://driver.karta.example, android:apk-key-hash:abc',
  })
  expect(set).toEqual({
    rpId: 'karta.example',
    rpName: 'Kurir Kilat',
    origins: ['https://app.karta.example', 'https://driver.karta.example', 'android:apk-key-hash:abc'],
  })
})

test.each(['other.example', 'arta.example', 'evil-karta.example', 'deeper.app.karta.example'])(
  'a domain that the public address is not in is refused at the start: %s',
  (id) => {
    expect(() => passkeys({ PUBLIC_URL: 'https://app.karta.example', AUTH_PASSKEY_RP_ID: id })).toThrow(
      `AUTH_PASSKEY_RP_ID must be app.karta.example or a domain above it, not "${id}".`,
    )
  },
)

test.each(['http://karta.example', 'https://192.0.2.7', 'http://127.0.0.1:3000', 'https://[2001:db8::1]'])(
  'where browsers make none, there are none: %s',
  (PUBLIC_URL) => {
    expect(passkeys({ PUBLIC_URL })).toBeUndefined()
  },
)
