import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { root } from './tools.ts'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const bill = billOfMaterials(lock, { at: '2026-11-22T00:00:00.000Z', serial: '5a2d3f9e-1c1b-4a46-9d0a-6a1f2f0c9b11' })

test('the bill of materials names every dependency with its version, license and hash', () => {
  const { dependencies, optionalDependencies } = lock.packages['']
  const wanted = Object.entries({ ...dependencies, ...optionalDependencies }).map(
    ([name, version]) => `${name}@${version}`,
  )
  const refs = bill.components.map((component) => (component as { 'bom-ref': string })['bom-ref'])
  expect(refs).toEqual(expect.arrayContaining(wanted))
  expect(bill.dependencies[0]).toEqual({ ref: `karta@${lock.version}`, dependsOn: wanted.toSorted() })
  for (const component of bill.components) {
    expect(component).toMatchObject({
      version: expect.stringMatching(/^\d/),
      licenses: [expect.anything()],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
  }
})

test('it has all that the packages need in turn, and no development tools', () => {
  const refs = new Set([
    'karta@' + lock.version,
    ...bill.components.map((each) => (each as { 'bom-ref': string })['bom-ref']),
  ])
  expect(refs.size).toBe(bill.components.length + 1)
  expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(refs)
  for (const ref of bill.dependencies.flatMap(({ dependsOn }) => dependsOn)) expect(refs).toContain(ref)
  expect([...refs].filter((ref) => /^(vitest|oxlint|@playwright\/test)@/.test(ref))).toEqual([])
})
