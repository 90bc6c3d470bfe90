import { expect, test } from 'vitest'
import { codeAt } from '../../testing/second-factor.ts'
import { newSecret, presentSecret, stepOf } from './totp.ts'

// RFC 6238, appendix B: the secret of its SHA-1 vectors, of whose eight digits an app shows the last six.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at second %i of the standard’s own examples the code is %s', (second, code, step) => {
  expect(stepOf(rfcSecret, code, new Date(second * 1000))).toBe(step)
})

test('a code is accepted one step early or late, but no more', () => {
  const secret = newSecret()
  const at = new Date('2026-03-01T08:00:15Z')
  const step = Math.floor(at.getTime() / 30_000)
  const shifted = (seconds: number) => codeAt(secret, new Date(at.getTime() + seconds * 1000))
  expect([-30, 0, 30].map((seconds) => stepOf(secret, shifted(seconds), at))).toEqual([step - 1, step, step + 1])
  expect([-60, 60].map((seconds) => stepOf(secret, shifted(seconds), at))).toEqual([null, null])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12345\0', '123 456', '-12345', '1e5000'])(
  'what is no code of six digits is wrong: %j',
  (given) => {
    expect(stepOf(rfcSecret, given, new Date())).toBeNull()
  },
)

test('the secret has 160 bits, and the picture works inside a data URL and inside double quotes', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const { qr_code, uri } = presentSecret(secret, { issuer: 'Kurir & Söhne #1', account: 'a@b.c' })
  expect(qr_code).toMatch(/^<svg [^"#%]*<\/svg>$/)
  const address = new URL(uri)
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Kurir/)
  expect(decodeURIComponent(address.pathname)).toBe('/Kurir & Söhne #1:a@b.c')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Kurir & Söhne #1',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
