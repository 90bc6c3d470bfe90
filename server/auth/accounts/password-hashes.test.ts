import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { checkImportedHash, fitsHash, isOutdated } from './password-hashes.ts'
import { hashPassword } from './passwords.ts'

const password = 'correct horse battery'

test.each(['2a', '2b', '2y'] as const)(
  'a bcrypt hash of the version %s is believed and due for replacement',
  async (version) => {
    const stored = (await bcrypt(password, 4)).replace('$2b$', `$${version}$`)
    checkImportedHash(stored)
    expect(await fitsHash(stored, password)).toBe(true)
    expect(await fitsHash(stored, 'wrong')).toBe(false)
    expect(isOutdated(stored)).toBe(true)
  },
)

test('an argon2id hash of another cost is accepted and due for replacement; one of ours is not', async () => {
  const cheap = await argon2(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  checkImportedHash(cheap)
  expect([await fitsHash(cheap, password), await fitsHash(cheap, ''), isOutdated(cheap)]).toEqual([true, false, true])
  const ours = await hashPassword(password)
  expect([await fitsHash(ours, password), isOutdated(ours)]).toEqual([true, false])
})

const salt = 'c29tZXNhbHQwMTIzNDU2'
const digest = 'JVfQQ5U5Ey8i4EJWOzBfW0uAWnVqLyc2ZmVn1jVrBzk'

test.each([
  ['', 'Password hash must be'],
  [password, 'Password hash must be'],
  ['$1$abc$def', 'Password hash must be'],
  ['$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$x', 'Password hash must be'],
  ['$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=$x$y', 'fbscrypt cannot be imported'],
  ['$2b$04$tooshort', 'malformed'],
  [`$2b$31$${'a'.repeat(53)}`, 'costs more'],
  ['$argon2id$', 'malformed'],
  [`$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${digest}`, 'costs more'],
  [`$argon2id$v=19$m=19456,t=4000000,p=1$${salt}$${digest}`, 'costs more'],
])('the hash %j cannot be imported', async (stored, reason) => {
  expect(() => checkImportedHash(stored)).toThrow(reason)
})

test('something that is not a hash matches no password', async () => {
  for (const stored of ['', 'another', '$2b$04$short', '$1$abc$def']) {
    expect(await fitsHash(stored, '')).toBe(false)
    expect(await fitsHash(stored, stored)).toBe(false)
  }
})
