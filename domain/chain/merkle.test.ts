import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesToHex as toHex, hexToBytes as fromHex } from '@noble/hashes/utils.js'
import { growPath, growTree, inclusionPath, leafHash, merkleRoot, rootOfInclusion } from './merkle.ts'

// The test vectors of Google's Certificate Transparency project.
const data = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const leaves = data.map((hex) => leafHash(fromHex(hex)))

test('roots are those of RFC 6962', () => {
  const roots = [0, 1, 2, 3, 7, 8].map((size) => toHex(merkleRoot(leaves.slice(0, size))))
  expect(roots).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
})

test('a tree that grows has the root of the whole, by the definition of RFC 6962', () => {
  const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const defined = (hashes: Uint8Array[]): Uint8Array => {
    if (hashes.length <= 1) return hashes[0] ?? sha()
    const split = 2 ** Math.floor(Math.log2(hashes.length - 1))
    return sha(Uint8Array.of(1), defined(hashes.slice(0, split)), defined(hashes.slice(split)))
  }
  const tree = growTree()
  const all: Uint8Array[] = []
  for (let index = 0; index < 40; index++) {
    all.push(leafHash(Uint8Array.of(index)))
    tree.add(all[index]!)
    expect(toHex(tree.root())).toBe(toHex(defined(all)))
  }
})

test('every leaf proves that it is in the tree, and nothing else does', () => {
  for (const size of [1, 2, 3, 5, 8, 13]) {
    const all = Array.from({ length: size }, (_, index) => leafHash(Uint8Array.of(index)))
    const root = toHex(merkleRoot(all))
    for (let index = 0; index < size; index++) {
      const proof = { leaf: all[index]!, index, size, path: inclusionPath(all, index) }
      expect(toHex(rootOfInclusion(proof)!)).toBe(root)
      const rootOf = (change: Partial<typeof proof>) => {
        const found = rootOfInclusion({ ...proof, ...change })
        return found && toHex(found)
      }
      expect(rootOf({ leaf: leafHash(Uint8Array.of(99)) })).not.toBe(root)
      expect(rootOf({ path: [...proof.path, proof.leaf] })).not.toBe(root)
      expect(rootOf({ index: size })).toBeUndefined()
      if (size > 1) {
        expect(rootOf({ path: proof.path.slice(1) })).not.toBe(root)
        expect(rootOf({ index: (index + 1) % size })).not.toBe(root)
      }
    }
  }
})

test('a path that grows is that of the whole tree', () => {
  for (const size of [1, 2, 3, 5, 8, 13]) {
    const all = Array.from({ length: size }, (_, index) => leafHash(Uint8Array.of(index)))
    for (const index of all.keys()) {
      const growing = growPath(index, size)
      for (const leaf of all) growing.add(leaf)
      expect(growing.path().map(toHex)).toEqual(inclusionPath(all, index).map(toHex))
    }
  }
})
