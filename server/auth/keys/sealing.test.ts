import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encrypt, sealerWith } from './sealing.ts'

const broken = /unable to authenticate data/
const key = randomBytes(32)
const sealer = sealerWith(new Map([[1, key]]))

test('a secret opens in the context it was sealed for, and reveals nothing until then', () => {
  const sealed = sealer.seal('cs_schlüssel', 'workspace:woocommerce')
  expect(sealer.open(sealed, 'workspace:woocommerce')).toBe('cs_schlüssel')
  expect(sealed.toString('latin1')).not.toContain('cs_')
  expect(sealer.seal('cs_schlüssel', 'workspace:woocommerce').equals(sealed)).toBe(false)
})

test('another context, another key or a changed byte opens nothing', () => {
  const sealed = sealer.seal('secret', 'mine:wix')
  expect(() => sealer.open(sealed, 'theirs:wix')).toThrow(broken)
  expect(() => sealer.open(sealed, 'mine:shopify')).toThrow(broken)
  expect(() => sealerWith(new Map([[1, randomBytes(32)]])).open(sealed, 'mine:wix')).toThrow(broken)
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    const refused = /authenticate|Not a sealed secret|Sealed with key/
    expect(() => sealer.open(changed, 'mine:wix'), `byte ${i}`).toThrow(refused)
  }
  expect(() => sealer.open(sealed.subarray(0, 20), 'mine:wix')).toThrow('Not a sealed secret')
})

test('the newest key seals, and older ones still open what they sealed, also without an id', () => {
  const later = sealerWith(
    new Map([
      [1, key],
      [300, randomBytes(32)],
    ]),
  )
  expect(later.open(sealer.seal('secret', 'c'), 'c')).toBe('secret')
  expect(later.open(Buffer.concat([Buffer.of(1), encrypt(key, Buffer.from('older'), 'c')]), 'c')).toBe('older')
  const sealed = later.seal('secret', 'c')
  expect(later.open(sealed, 'c')).toBe('secret')
  expect(() => sealer.open(sealed, 'c')).toThrow('Sealed with key 300, which does not exist')
})
