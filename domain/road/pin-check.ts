/*
 * A phone without a network checks a PIN by a slow, salted hash. Four digits have only 10,000 values, so whoever takes the
 * phone's data apart finds the PIN by trying: it keeps honest people honest. The server's word is final.
 */

/** What a phone checks a PIN by. */
export type PinCheck = { salt: string; iterations: number; hash: string }

/** As many rounds of PBKDF2 as a server can do for a whole day's deliveries. */
export const pinIterations = 20_000

type Key = object

/** The part of Web Crypto that this needs. Browsers and Node have it. */
export type PinCrypto = {
  importKey(
    format: 'raw',
    data: Uint8Array<ArrayBuffer>,
    name: 'PBKDF2',
    extractable: false,
    uses: ['deriveBits'],
  ): Promise<Key>
  deriveBits(
    how: { name: 'PBKDF2'; hash: 'SHA-256'; salt: Uint8Array<ArrayBuffer>; iterations: number },
    key: never,
    bits: number,
  ): Promise<ArrayBuffer>
}

const bytes = (text: string) => new Uint8Array(Array.from(text, (each) => each.charCodeAt(0)))

/** The hash of a PIN: PBKDF2 with SHA-256, as hex. */
export async function pinHash(
  crypto: PinCrypto,
  pin: string,
  { salt, iterations }: Pick<PinCheck, 'salt' | 'iterations'>,
): Promise<string> {
  const key = await crypto.importKey('raw', bytes(pin), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations } as const
  const derived = await crypto.deriveBits(how, key as never, 256)
  return Array.from(new Uint8Array(derived), (each) => each.toString(16).padStart(2, '0')).join('')
}

/** Whether a PIN is the right one, as a phone can tell. */
export async function isRightPin(crypto: PinCrypto, pin: string, check: PinCheck): Promise<boolean> {
  return (await pinHash(crypto, pin.trim(), check)) === check.hash
}
