import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'
import { openSealer, sealerWith } from './sealing.ts'

const { deps } = await testApp()
const broken = /unable to authenticate data/
const sealer = sealerWith(randomBytes(32))

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
  expect(() => sealerWith(randomBytes(32)).open(sealed, 'mine:wix')).toThrow(broken)
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(() => sealer.open(changed, 'mine:wix'), `byte ${i}`).toThrow(/authenticate|Not a sealed secret/)
  }
  expect(() => sealer.open(sealed.subarray(0, 20), 'mine:wix')).toThrow('Not a sealed secret')
})

test('every start uses the key that the first start made', async () => {
  const again = await openSealer(deps.db)
  expect(again.open(deps.sealer.seal('secret', 'c'), 'c')).toBe('secret')
  const rows = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.sealing_keys').selectAll().execute())
  expect(rows).toHaveLength(1)
})
