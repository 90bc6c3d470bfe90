/** Seeded random numbers (xorshift, 32 bits). Integer arithmetic only, so the same on every platform. */
export class Random {
  private state: number

  constructor(seed: number) {
    // Spreads small seeds over all bits. The state must never be zero.
    let mixed = (seed | 0) + 0x9e3779b9
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    this.state = (mixed ^ (mixed >>> 16)) | 0 || 1
  }

  /** 32 random bits, 0 to 4294967295. */
  bits(): number {
    let x = this.state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.state = x
    return x >>> 0
  }

  /** An integer from 0 to limit - 1. */
  below(limit: number): number {
    return Math.floor((this.bits() / 4294967296) * limit)
  }

  /** At least 0, below 1. */
  fraction(): number {
    return this.bits() / 4294967296
  }

  /** Shuffles a list in place. */
  shuffle(items: number[] | Int32Array): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const item = items[i]
      items[i] = items[j]
      items[j] = item
    }
  }
}
