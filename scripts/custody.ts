// npm run custody -- verify FILE [--against FILE_OR_URL] [--photos FOLDER] | prove FILE ID: verifies histories without the server.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { ExportLine } from '#domain/chain/export.ts'
import { signatureType } from '#domain/chain/log.ts'
import { makeProof, wrongInProof, type Proof } from '#domain/chain/proof.ts'
import { compareExports, verifyExport, type Report } from '#domain/chain/verify-export.ts'
import type { CustodyFile } from '#domain/road/custody-file.ts'
import { readCustodyFile, verifyDeliveryFile } from './delivery-custody.ts'
import { isKeyIn, signaturesOf } from './export-signature.ts'

const usage = `npm run -s custody -- verify FILE
    verifies the histories in an export (GET /v1/custody/export) or one in a proof, without the server

npm run -s custody -- verify FILE --against NEWER
    also compares it with a newer export, or with the server at an address: what was there, and is no more?

npm run -s custody -- verify FILE [--photos FOLDER]
    verifies the file of one delivery (GET /v1/deliveries/ID/custody), and that the photos in a folder are those that were
    taken

npm run -s custody -- prove FILE ID > PROOF
    takes the history of one delivery from an export, with the proof that it was signed, and nothing about others

  --key KEY     an API key for the server at the address, or KARTA_API_KEY
  --jwks FILE   also checks that the log was last signed with a key of this set, from /auth/v1/.well-known/jwks.json

Exit codes: 0 everything fits, 1 something does not, 2 the question cannot be answered.
`

class UsageError extends Error {}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const verifySignature = signaturesOf(signatureType)

try {
  const { command, file, id, ...options } = readArguments()
  if (command === 'prove') await prove(file, id!)
  else {
    const line = await firstLine(file)
    const delivery = readCustodyFile(line)
    const proof = line.startsWith('{"type":"proof"') ? (JSON.parse(line) as Proof) : undefined
    const misfits = await (delivery
      ? verifyDelivery(delivery, options)
      : proof
        ? verifyProof(proof, options)
        : verify(file, options))
    for (const { of, say } of misfits.slice(0, 100)) print(`${of}: ${say}`)
    if (misfits.length > 100) print(`And ${misfits.length - 100} more.`)
    print(misfits.length ? 'Something does not fit.' : 'Everything fits.')
    process.exitCode = misfits.length ? 1 : 0
  }
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 2
}

function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof SyntaxError) return 'This is not a custody export.'
  if (code === 'ENOENT') return 'The file does not exist.'
  return message
}

type Options = { against?: string; key?: string; jwks?: string; photos?: string }

function readArguments() {
  const text = { type: 'string' } as const
  const options = { against: text, key: text, jwks: text, photos: text }
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [command, file, id, ...more] = positionals
    const isRight = command === 'prove' ? id !== undefined : command === 'verify' && id === undefined
    if (!isRight || !file || more.length) throw new UsageError(usage)
    return { command, file, id, ...values, key: values.key ?? process.env.KARTA_API_KEY }
  } catch {
    throw new UsageError(usage)
  }
}

async function verify(file: string, { against, key, jwks }: Options): Promise<Report['misfits']> {
  const report = await read(file)
  describe(file, report)
  const misfits = [...report.misfits, ...(await unknownKey(report.key, jwks))]
  if (!against) return misfits
  const newer = await read(against, key)
  if (newer.header.workspace_id !== report.header.workspace_id) {
    throw new UsageError('The two are of different workspaces.')
  }
  describe(against, newer)
  const isNew = ({ of, say }: Report['misfits'][number]) =>
    !misfits.some((known) => known.of === of && known.say === say)
  return [...misfits, ...newer.misfits.filter(isNew), ...compareExports(report, newer)]
}

async function verifyProof(proof: Proof, { jwks }: Options): Promise<Report['misfits']> {
  const { leaf, log, entries } = proof
  const of = `${leaf.subject} ${leaf.subject_id}`
  const say = await wrongInProof(proof, verifySignature)
  if (!say) print(`${of}: ${entries.length} entries, of which ${leaf.length} were signed on ${log.day}`)
  return [...(say ? [{ of, say }] : []), ...(await unknownKey(log.public_key, jwks))]
}

async function prove(file: string, id: string): Promise<void> {
  const proof = await makeProof(linesOf(createReadStream(file)), id)
  if (!proof) throw new UsageError(`${id} is not in the file, or was not signed yet.`)
  print(JSON.stringify(proof))
}

/** The file of a delivery: what was found is printed, and what does not fit is returned. */
async function verifyDelivery(file: CustodyFile, { photos, jwks }: Options): Promise<Report['misfits']> {
  const { delivery, workspace, exported_at, signed } = file
  print(`Delivery ${delivery.number} of ${workspace.name}, exported ${exported_at}`)
  const findings = await verifyDeliveryFile(file, verifySignature, photos)
  for (const { of, is, say } of findings)
    if (is !== 'wrong') print(`  ${is === 'right' ? 'fits' : 'open'}  ${of}: ${say}`)
  return [...findings.filter(({ is }) => is === 'wrong'), ...(await unknownKey(signed?.log.public_key, jwks))]
}

/** A proof and the file of a delivery are one line, and an export's first line says that it is one. */
async function firstLine(file: string): Promise<string> {
  const input = createReadStream(file)
  const { value: line = '' } = await createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]().next()
  input.destroy()
  return String(line)
}

/** Compares the keys themselves: anybody can give a key somebody else's id. */
async function unknownKey(key: Report['key'], jwks: string | undefined): Promise<Report['misfits']> {
  if (!jwks || !key) return []
  if (await isKeyIn(jwks, key)) return []
  return [{ of: 'The signed log', say: `It is signed with the key ${String(key.kid)}, which is not in the set.` }]
}

async function read(place: string, key?: string): Promise<Report> {
  const input = /^https?:\/\//.test(place) ? await fromServer(place, key) : createReadStream(place)
  return verifyExport(linesOf(input), verifySignature)
}

async function fromServer(address: string, key: string | undefined): Promise<Readable> {
  if (!key) throw new UsageError('Give an API key with --key or KARTA_API_KEY.')
  const url = new URL('/v1/custody/export', address)
  const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } }).catch(() => {
    throw new UsageError(`${url.origin} cannot be reached.`)
  })
  if (!reply.ok || !reply.body) throw new UsageError(`${url} answered ${reply.status}.`)
  return Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0])
}

async function* linesOf(input: Readable): AsyncGenerator<ExportLine> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line) yield JSON.parse(line) as ExportLine
  }
}

function describe(place: string, { header, chains, entries, signed, key }: Report): void {
  print(`${place}: ${header.workspace_name}, exported ${header.exported_at}`)
  print(`  ${chains} histories with ${entries} entries`)
  print(
    signed
      ? `  signed ${signed.entries === 1 ? 'once' : `${signed.entries} times`}, from ${signed.first} to ${signed.last}, last with the key ${String(key?.kid)}`
      : '  not signed yet',
  )
}
