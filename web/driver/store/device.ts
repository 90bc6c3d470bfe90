import { keep, read, type Database, type KeptDevice } from './database.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The device that writes this log; made at first. Its private key cannot leave this browser. */
export async function ownDevice(db: Database): Promise<KeptDevice> {
  return (await read(db, 'device')) ?? newDevice(db)
}

/** Begins a new log with a new key, where the old one cannot go on. */
export async function newDevice(db: Database): Promise<KeptDevice> {
  const keys = (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const device: KeptDevice = {
    id: crypto.randomUUID(),
    ...describePhone(navigator),
    keys,
    public_key: { kty: 'EC', crv: 'P-256', x, y },
    is_registered: false,
    is_revoked: false,
    sequence: 0,
    hash: null,
  }
  await keep(db, 'device', device)
  return device
}

/** The signature over a hash of the log, as the server reads it. */
export async function sign({ keys }: KeptDevice, hash: string): Promise<string> {
  const bytes = Uint8Array.from(hash.match(/../g)!, (pair) => parseInt(pair, 16))
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, bytes)
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** By what a dispatcher tells a driver's phones apart. */
function describePhone({ userAgent = '' }: { userAgent?: string }): { name: string; platform: string } {
  const android = /Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1]
  const platform = /Android/.test(userAgent) ? 'Android' : /iPhone|iPad/.test(userAgent) ? 'iOS' : 'Browser'
  const browser = /(Edg|Firefox|SamsungBrowser|CriOS|Chrome|Safari)\//.exec(userAgent)?.[1] ?? ''
  const model = android && android !== 'K' ? android : /iPhone|iPad/.exec(userAgent)?.[0]
  return { name: [model ?? platform, browser].filter(Boolean).join(', ').slice(0, 100), platform }
}
