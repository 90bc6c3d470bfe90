import { expect, test } from 'vitest'
import { guessableBecause } from './guessable.ts'

const owner = { email: 'budi.santoso77@kurir.example', phone: '628123456789', metadata: { full_name: 'Budi Santoso' } }
const because = (password: string) => guessableBecause(password, owner, 'Kirim Cepat')

test.each([
  'password',
  'Password',
  '123456',
  'qwerty',
  'iloveyou',
  'zxcvbnm',
  'Bismillah',
  'aaaaaaaa',
  'abcdefg',
  '7654321',
])('%s is among the first that anybody would try', async (password) =>
  expect(await because(password)).toMatch(/^Password is known to be weak and easy to guess/),
)

test.each([
  'budi.santoso77@kurir.example',
  'BudiSantoso',
  'santoso2026',
  'kurir1',
  '628123456789',
  'kirim-cepat',
  'Karta!2026',
])('%s is what somebody would try who knows the person or the product', async (password) =>
  expect(await because(password)).toMatch(/^Password is too close to your own name or address/),
)

test.each(['correct horse battery', 'mUshroom4', 'kx82qf', 'santosh kumar', '猫犬猫犬', 'budi likes kites'])(
  '%s is fine',
  async (password) => expect(await because(password)).toBeUndefined(),
)
