import { sha256 } from '@noble/hashes/sha2.js'

/*
 * Merkle trees and proofs of inclusion as in Certificate Transparency: RFC 6962, section 2.1, in the words of RFC 9162,
 * section 2.1. Leaves and nodes begin with different bytes, so that neither passes for the other.
 */

export function leafHash(data: Uint8Array): Uint8Array {
  return prefixed(0x00, data)
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return prefixed(0x01, left, right)
}

function prefixed(prefix: number, ...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0))
  bytes[0] = prefix
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return sha256(bytes)
}

/** A tree that grows leaf by leaf and remembers only what its root needs: one hash for each power of two. */
export type GrowingTree = { add(leaf: Uint8Array): void; root(): Uint8Array; readonly size: number }

export function growTree(): GrowingTree {
  /** Roots of full subtrees, the largest first. */
  const full: { height: number; hash: Uint8Array }[] = []
  let size = 0
  return {
    add(leaf) {
      let hash = leaf
      let height = 0
      for (; full.at(-1)?.height === height; height++) hash = nodeHash(full.pop()!.hash, hash)
      full.push({ height, hash })
      size++
    },
    root() {
      if (!full.length) return sha256(new Uint8Array(0))
      return full.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right))
    },
    get size() {
      return size
    },
  }
}

export function merkleRoot(leaves: Uint8Array[]): Uint8Array {
  const tree = growTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

/** The hashes that lead from a leaf to the root (RFC 9162, section 2.1.3.1). */
export function inclusionPath(leaves: Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length <= 1) return []
  const split = largestPowerBelow(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionPath(left, index), merkleRoot(right)]
    : [...inclusionPath(right, index - split), merkleRoot(left)]
}

/** The path of one leaf, from leaves that come one after the other: it remembers what the path needs, and no leaf. */
export function growPath(index: number, size: number) {
  const siblings: { from: number; to: number; tree: GrowingTree }[] = []
  const descend = (from: number, to: number): void => {
    if (to - from <= 1) return
    const split = from + largestPowerBelow(to - from)
    if (index < split) descend(from, split)
    else descend(split, to)
    siblings.push({ ...(index < split ? { from: split, to } : { from, to: split }), tree: growTree() })
  }
  descend(0, size)
  let at = 0
  return {
    add(leaf: Uint8Array) {
      siblings.find(({ from, to }) => at >= from && at < to)?.tree.add(leaf)
      at++
    },
    path: () => siblings.map(({ tree }) => tree.root()),
  }
}

/** The largest power of two that is smaller than `count`. */
function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

type Inclusion = { leaf: Uint8Array; index: number; size: number; path: Uint8Array[] }

/** The root that a proof of inclusion leads to, or undefined if it leads nowhere (RFC 9162, section 2.1.3.2). */
export function rootOfInclusion({ leaf, index, size, path }: Inclusion): Uint8Array | undefined {
  if (index >= size) return undefined
  let [own, last] = [index, size - 1]
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return undefined
    if (own % 2 === 1 || own === last) {
      hash = nodeHash(sibling, hash)
      while (own % 2 === 0 && own !== 0) {
        own = Math.floor(own / 2)
        last = Math.floor(last / 2)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    own = Math.floor(own / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : undefined
}
