// npm run custody -- verify FILE [--against FILE_OR_URL]: verifies the histories in an export, without the server.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { compactVerify, importJWK, type JWK } from 'jose'
import type { ExportLine } from '#domain/chain/export.ts'
import { signatureType } from '#domain/chain/log.ts'
import { compareExports, verifyExport, type Report, type VerifySignature } from '#domain/chain/verify-export.ts'

const usage = `npm run custody -- verify FILE
    verifies the histories in an export (GET /v1/custody/export), without the server

npm run custody -- verify FILE --against NEWER
    also compares it with a newer export, or with the server at an address: what was there, and is no more?

  --key KEY     an API key for the server at the address, or KARTA_API_KEY
  --jwks FILE   also checks that the log was signed with keys of this key set, from /auth/v1/.well-known/jwks.json

Exit codes: 0 everything fits, 1 something does not, 2 the question cannot be answered.
`

class UsageError extends Error {}

const print = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const { file, against, key, jwks } = readArguments()
  const report = await read(file)
  describe(file, report)
  const known = jwks ? await knownKeys(jwks) : undefined
  const misfits = [...report.misfits]
  for (const kid of report.keys) {
    if (known && !known.includes(kid))
      misfits.push({ of: 'The signed log', say: `It is signed with ${kid}, not in the key set.` })
  }
  if (against) {
    const newer = await read(against, key)
    if (newer.header.workspace_id !== report.header.workspace_id) {
      throw new UsageError('The two are of different workspaces.')
    }
    describe(against, newer)
    misfits.push(...newer.misfits, ...compareExports(report, newer))
  }
  for (const { of, say } of misfits.slice(0, 100)) print(`${of}: ${say}`)
  if (misfits.length > 100) print(`And ${misfits.length - 100} more.`)
  print(misfits.length ? 'Something does not fit.' : 'Everything fits.')
  process.exitCode = misfits.length ? 1 : 0
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (
    !(error instanceof UsageError) &&
    !(error instanceof SyntaxError) &&
    code === undefined &&
    !/export|fetch/.test(message)
  )
    throw error
  process.stderr.write(`${error instanceof SyntaxError ? 'This is not a custody export.' : message}\n`)
  process.exitCode = 2
}

function readArguments() {
  const options = { against: { type: 'string' }, key: { type: 'string' }, jwks: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [command, file, ...more] = positionals
    if (command !== 'verify' || !file || more.length) throw new UsageError(usage)
    return { file, ...values, key: values.key ?? process.env.KARTA_API_KEY }
  } catch {
    throw new UsageError(usage)
  }
}

async function read(place: string, key?: string): Promise<Report> {
  const input = /^https?:\/\//.test(place) ? await fromServer(place, key) : createReadStream(place)
  return verifyExport(parsed(createInterface({ input, crlfDelay: Infinity })), verifySignature)
}

async function fromServer(address: string, key: string | undefined): Promise<Readable> {
  if (!key) throw new UsageError('Give an API key with --key or KARTA_API_KEY.')
  const url = new URL('/v1/custody/export', address)
  const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!reply.ok || !reply.body) throw new UsageError(`${url} answered ${reply.status}.`)
  return Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0])
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<ExportLine> {
  for await (const line of lines) if (line) yield JSON.parse(line) as ExportLine
}

const verifySignature: VerifySignature = async (jws, publicKey) => {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, await importJWK(publicKey as JWK))
    if (protectedHeader.typ !== signatureType || protectedHeader.kid !== publicKey.kid) return undefined
    return JSON.parse(new TextDecoder().decode(payload)) as unknown
  } catch {
    return undefined
  }
}

async function knownKeys(file: string): Promise<string[]> {
  const text = (await createReadStream(file, 'utf8').toArray()).join('')
  return (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}

function describe(place: string, { header, chains, entries, signed, keys }: Report): void {
  print(`${place}: ${header.workspace_name}, exported ${header.exported_at}`)
  print(`  ${chains} histories with ${entries} entries`)
  print(
    signed
      ? `  signed on ${signed.entries} days, from ${signed.first} to ${signed.last}, with ${keys.join(', ')}`
      : '  not signed yet',
  )
}
