import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../start-error.ts'

/** A key outside the database. It seals the key inside it, which seals everything else. */
export type RootKey = {
  /** Names the key in the database and in messages. It says nothing about the key. */
  id: string
  bytes: Buffer
}

export type SealingSettings = {
  /** From `KARTA_SEALING_KEY` and `KARTA_SEALING_KEY_PREVIOUS`, the current one first. */
  given: RootKey[]
  /** Where the key is if none is given. */
  file: string
}

const keyBytes = 32

const rootKey = (bytes: Buffer): RootKey => ({
  id: createHash('sha256').update('karta root key ').update(bytes).digest('hex').slice(0, 8),
  bytes,
})

export const newRootKey = (): RootKey => rootKey(randomBytes(keyBytes))

/** Reads 32 bytes in hex or base64, with either alphabet. Undefined if it is anything else. */
export function readRootKey(text: string): RootKey | undefined {
  const raw = text.trim()
  if (/^[0-9a-f]{64}$/i.test(raw)) return rootKey(Buffer.from(raw, 'hex'))
  if (!/^[\w+/-]{43}=?$/.test(raw)) return undefined
  const bytes = Buffer.from(raw, 'base64')
  return bytes.length === keyBytes ? rootKey(bytes) : undefined
}

/** As settings and files have it. */
export const writeRootKey = ({ bytes }: RootKey): string => bytes.toString('base64')

/** Every key that is known here. The first one seals; the others only open what they once sealed. */
export function knownRootKeys({ given, file }: SealingSettings): RootKey[] {
  return [...given, ...readKeyFile(file)]
}

/**
 * The keys in the file, the current one first. There is more than one only until the next start after a change.
 * @throws StartError if others can read the file, or it is not what Karta wrote
 */
export function readKeyFile(file: string): RootKey[] {
  const text = readPrivately(file)
  if (text === undefined) return []
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'))
  const keys = lines.flatMap((line) => readRootKey(line) ?? [])
  if (keys.length === 0 || keys.length < lines.length) {
    throw new StartError(`${file} must have one key per line, of 32 bytes in base64 or hex: restore it from your copy.`)
  }
  return keys
}

function readPrivately(file: string): string | undefined {
  try {
    const { mode } = statSync(file)
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new StartError(`Other users of this machine can read ${file}: run chmod 600 on it.`)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'EACCES') {
      throw new StartError(`${file} cannot be read: make it belong to the user who runs Karta.`, { cause: error })
    }
    throw error
  }
}

const heading = `# Opens the keys in Karta's database. Keep a copy somewhere else than your backups: without it, signing keys,
# second factors and connected shops are lost.
`

/** Replaces the file at once, and only after its new content is on disk. */
export function writeKeyFile(file: string, keys: RootKey[]): void {
  const part = `${file}.part`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const open = openSync(part, 'w', 0o600)
    writeSync(open, `${heading}${keys.map(writeRootKey).join('\n')}\n`)
    fsyncSync(open)
    closeSync(open)
    renameSync(part, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `The key file ${file} cannot be written (${code}): choose another DATA_DIR, or set KARTA_SEALING_KEY.`,
      { cause: error },
    )
  }
}
