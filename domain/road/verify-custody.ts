import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Json } from '../chain/canonical-json.ts'
import { leafHashOf } from '../chain/log.ts'
import { rootOfInclusion } from '../chain/merkle.ts'
import { misfitSentence } from '../chain/misfit.ts'
import { verifyChain, type AnyEntry } from '../chain/verify.ts'
import { beginsWith, wrongInLogEntry, type VerifySignature } from '../chain/verify-export.ts'
import { roadEntryHash } from './entry-hash.ts'
import type { CustodyFile, LoggedEntry, PublicKey } from './custody-file.ts'
import type { DeviceReference } from './device-reference.ts'

/** Whether the bytes of a hash carry this signature of a phone: ECDSA P-256, r and s. */
export type VerifyDevice = (key: PublicKey, hash: string, signature: string) => Promise<boolean>

/** A file that somebody has, with the SHA-256 of its content. */
export type GivenFile = { name: string; sha256: string }

/** One thing that was checked. `unknown` is neither right nor wrong: it cannot be told from what is there. */
export type Finding = { of: string; is: 'right' | 'wrong' | 'unknown'; say: string }

type Checks = { verifySignature: VerifySignature; verifyDevice: VerifyDevice }

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

/**
 * Verifies a delivery's file by itself: its history, the signed root, what phones signed, and that each names the others
 * as they are. With photos, whether they are the ones that were taken.
 * @param files the photos that somebody has, if any
 */
export async function verifyCustody(file: CustodyFile, checks: Checks, files: GivenFile[] = []): Promise<Finding[]> {
  return [
    historyFinding(file),
    await rootFinding(file, checks),
    ...(await entryFindings(file, checks)),
    ...referenceFindings(file),
    ...photoFindings(file, files),
  ]
}

/** Whether anything does not fit. */
export const isTampered = (findings: Finding[]) => findings.some(({ is }) => is === 'wrong')

const history = 'The history'

function historyFinding({ chain, delivery, signed, with_personal_data }: CustodyFile): Finding {
  const { entries, head } = chain
  const foreign = entries.findIndex(({ subject_id }) => subject_id !== delivery.id)
  if (foreign >= 0) return { of: history, is: 'wrong', say: `Entry ${foreign + 1} is of another delivery.` }
  const found = verifyChain(entries, {
    head: head ?? undefined,
    signed: signed?.leaf,
    begins: beginsWith.delivery!,
    withheld: !with_personal_data,
  })
  if (found) return { of: history, is: 'wrong', say: misfitSentence(found) }
  return { of: history, is: 'right', say: `All ${count(entries.length, 'entry', 'entries')} fit each other.` }
}

const root = 'The signed root'

async function rootFinding(
  { signed, delivery, workspace }: CustodyFile,
  { verifySignature }: Checks,
): Promise<Finding> {
  if (!signed) {
    return {
      of: root,
      is: 'unknown',
      say: 'The history was not signed yet when this file was made. That is done once a day.',
    }
  }
  const { log, leaf, index, path } = signed
  const wrong = (say: string): Finding => ({ of: root, is: 'wrong', say })
  const inLog = await wrongInLogEntry(log, verifySignature)
  if (inLog) return wrong(inLog)
  if (leaf.subject_id !== delivery.id || log.workspace_id !== workspace.id) return wrong('It is of something else.')
  const found = rootOfInclusion({ leaf: leafHashOf(leaf), index, size: log.chains, path: path.map(hexToBytes) })
  if (!found || bytesToHex(found) !== log.root) return wrong('The history is not among those that were signed.')
  const key = String((log.public_key as { kid?: unknown }).kid)
  const say = `The first ${count(leaf.length, 'entry', 'entries')} were signed on ${log.day}, with the key ${key}.`
  return { of: root, is: 'right', say }
}

const nameOf = ({ kind, sequence }: LoggedEntry) => `Phone entry ${sequence} (${kind.replaceAll('_', ' ')})`

async function entryFindings({ entries, devices }: CustodyFile, { verifyDevice }: Checks): Promise<Finding[]> {
  const keys = new Map(devices.map(({ id, public_key }) => [id, public_key]))
  const before = new Map(entries.map((entry) => [`${entry.device_id} ${entry.sequence}`, entry.hash]))
  const findings: Finding[] = []
  for (const entry of entries) {
    const key = keys.get(entry.device_id)
    const previous = before.get(`${entry.device_id} ${entry.sequence - 1}`)
    const say = await wrongInEntry(entry, { key, previous, verifyDevice })
    if (say) findings.push({ of: nameOf(entry), is: 'wrong', say })
  }
  const signed = entries.length - findings.length
  if (signed)
    findings.push({
      of: 'What phones signed',
      is: 'right',
      say: `${count(signed, 'entry', 'entries')} of phones carry the signature of their phone.`,
    })
  const hidden = entries.filter(({ content }) => content === null).length
  if (hidden) {
    findings.push({
      of: 'What phones signed',
      is: 'unknown',
      say: `The content of ${count(hidden, 'entry', 'entries')} is not in this file. Their hashes and signatures are.`,
    })
  }
  const placeless = entries.filter(({ content }) => content?.fix_removed).length
  if (placeless) {
    findings.push({
      of: 'What phones signed',
      is: 'unknown',
      say: `The places of ${count(placeless, 'entry', 'entries')} were removed, because they are kept for a limited time. Their signatures are right, but without the places, nobody can compare the rest of what they say with their hashes.`,
    })
  }
  return findings
}

type Known = { key: PublicKey | undefined; previous: string | undefined; verifyDevice: VerifyDevice }

async function wrongInEntry(entry: LoggedEntry, { key, previous, verifyDevice }: Known): Promise<string | undefined> {
  const { content, ...rest } = entry
  if (!key) return 'Its phone is not in the file.'
  if (previous !== undefined && previous !== entry.previous_hash) return 'The entry before it was replaced.'
  if (content && !content.fix_removed && roadEntryHash({ ...rest, ...content } as never) !== entry.hash) {
    return 'It was changed: it does not have the hash that the phone signed.'
  }
  const isSigned = await verifyDevice(key, entry.hash, entry.signature)
  return isSigned ? undefined : 'It does not carry the signature of its phone.'
}

/** What the history says about entries of phones. */
function referencesIn(
  entries: AnyEntry[],
): { sequence: number; detail: Record<string, Json>; device: DeviceReference }[] {
  return entries.flatMap(({ format, detail, sequence }) => {
    if (format !== 2) return []
    const device = detail.device as DeviceReference | undefined
    return device ? [{ sequence, detail, device }] : []
  })
}

const placeOf = ({ device_id, sequence }: { device_id: string; sequence: number }) => `${device_id} ${sequence}`

/** Whether the history and the phones' entries name each other as they are. */
function referenceFindings({ chain, entries }: CustodyFile): Finding[] {
  // By its place in a log: a phone that began a new log may have said the same there once more.
  const byPlace = new Map(entries.map((entry) => [placeOf(entry), entry]))
  const references = referencesIn(chain.entries)
  const wrong = references.flatMap(({ sequence, detail, device }): Finding[] => {
    const entry = byPlace.get(placeOf(device))
    const say = entry ? wrongBetween(detail, device, entry) : `The phone’s entry that it follows from is missing.`
    return say ? [{ of: `Entry ${sequence} of the history`, is: 'wrong', say }] : []
  })
  const named = new Set(references.map(({ device }) => placeOf(device)))
  const unnamed = entries.filter((entry) => !named.has(placeOf(entry))).map(nameOf)
  return [
    ...wrong,
    ...(unnamed.length
      ? [{ of: unnamed.join(', '), is: 'unknown', say: 'The history does not name it.' } as const]
      : []),
  ]
}

function wrongBetween(detail: Record<string, Json>, device: DeviceReference, entry: LoggedEntry): string | undefined {
  const { hash, signature, id } = entry
  const isSame = hash === device.hash && id === device.entry_id
  if (!isSame || signature !== device.signature) return 'The phone’s entry that it follows from was exchanged.'
  const proof = entry.content?.data.proof as { photo?: { sha256?: Json } } | undefined
  const photo = detail.photo as { sha256?: Json } | undefined
  if (entry.content && proof?.photo?.sha256 !== photo?.sha256 && proof) {
    return 'It names another photo than the phone signed.'
  }
  return undefined
}

function photoFindings({ chain, photos, entries }: CustodyFile, files: GivenFile[]): Finding[] {
  const signed = signedHashes(chain.entries, entries)
  const given = new Map(files.map((file) => [file.sha256, file]))
  const findings = photos.flatMap((photo): Finding[] => {
    const of = `Photo ${photo.id.slice(0, 8)}`
    if (signed.get(photo.id) !== photo.sha256) {
      return [{ of, is: 'wrong', say: 'No phone signed a photo with this hash.' }]
    }
    const file = given.get(photo.sha256) ?? given.get(photo.original_sha256 ?? '')
    if (file) return [{ of, is: 'right', say: `${file.name} is the photo that was taken.` }]
    return files.length ? [{ of, is: 'unknown', say: 'None of the files is this photo.' }] : []
  })
  const listed = new Set(photos.map(({ id }) => id))
  const left = [...signed.keys()].filter((id) => !listed.has(id))
  const known = new Set(photos.flatMap(({ sha256, original_sha256 }) => [sha256, original_sha256]))
  const strangers = files.filter(({ sha256 }) => !known.has(sha256))
  return [
    ...findings,
    ...left.map((id): Finding => ({
      of: `Photo ${id.slice(0, 8)}`,
      is: 'wrong',
      say: 'A phone signed it, and it is missing from the list of photos.',
    })),
    ...strangers.map(({ name }): Finding => ({
      of: name,
      is: 'wrong',
      say: 'It is none of the photos that were taken, or it was changed.',
    })),
    ...(photos.length && !files.length
      ? [
          {
            of: 'Photos',
            is: 'unknown',
            say: `Add the ${count(photos.length, 'photo')} to see whether they are the ones that were taken.`,
          } as const,
        ]
      : []),
  ]
}

/** The hash of each photo, as the history and the phones' entries say. */
function signedHashes(chain: AnyEntry[], entries: LoggedEntry[]): Map<string, string> {
  const hashes = new Map<string, string>()
  const add = (photo: unknown) => {
    const { id, sha256 } = (photo ?? {}) as { id?: unknown; sha256?: unknown }
    if (typeof id === 'string' && typeof sha256 === 'string' && !hashes.has(id)) hashes.set(id, sha256)
  }
  for (const { detail } of chain) {
    add(detail?.photo)
    for (const photo of (detail?.photos ?? []) as Json[]) add(photo)
  }
  for (const { content } of entries) {
    add((content?.data.proof as { photo?: unknown } | undefined)?.photo)
    for (const photo of (content?.data.photos ?? []) as Json[]) add(photo)
  }
  return hashes
}
