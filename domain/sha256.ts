/*
 * SHA-256 (FIPS 180-4) in plain arithmetic. Web Crypto is missing on pages without https, and calling it for each try
 * of a puzzle takes longer than the hash itself.
 */

const primes = (() => {
  const found: number[] = []
  for (let candidate = 2; found.length < 64; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
})()

/** The first 32 bits of the fraction. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

/** The SHA-256 of ASCII text, as eight 32-bit words. */
export function sha256(ascii: string): Int32Array {
  const state = Int32Array.from(initial)
  const words = new Int32Array(64)
  const blocks = Math.ceil((ascii.length + 9) / 64)
  for (let block = 0; block < blocks; block++) {
    readBlock(words, ascii, block * 64)
    if (block === blocks - 1) words[15] = ascii.length * 8
    compress(state, words)
  }
  return state
}

/** Fills the first 16 words with one block of the text and, after its end, the closing bit and zeros. */
function readBlock(words: Int32Array, ascii: string, start: number): void {
  for (let word = 0; word < 16; word++) {
    let value = 0
    for (let index = start + word * 4; index < start + word * 4 + 4; index++) {
      const byte = index < ascii.length ? ascii.charCodeAt(index) : index === ascii.length ? 0x80 : 0
      value = (value << 8) | byte
    }
    words[word] = value
  }
}

const rotate = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits))

function compress(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15]!
    const late = words[at - 2]!
    const near = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const far = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[at] = words[at - 16]! + near + words[at - 7]! + far
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + rounds[at]! + words[at]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
