/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One seed of several numbers, so that each driver's day has numbers of its own (a step of MurmurHash3 for each). */
export function seedOf(...parts: number[]): number {
  let mixed = 0x9e3779b9
  for (const part of parts) {
    mixed = Math.imul(mixed ^ part, 0xcc9e2d51)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x1b873593)
    mixed ^= mixed >>> 13
  }
  return mixed >>> 0
}

/** A number of a text, for `seedOf` (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Numbers of the standard normal distribution (Box and Muller, Annals of Mathematical Statistics 29, 1958). */
export function normals(random: () => number): () => number {
  let other: number | undefined
  return () => {
    if (other !== undefined) {
      const kept = other
      other = undefined
      return kept
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    other = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}
