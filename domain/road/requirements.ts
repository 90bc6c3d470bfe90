import type { Proof } from './entry.ts'
import type { ProofFlag } from './proof-flags.ts'
import { codeKey, codesOf } from './scanned.ts'

export type ProofKind = Proof['kind']

/** What a delivery asks for, and of what it consists. */
export type Asking = {
  number: number
  requirements: readonly string[]
  temperature_min_c: number | null
  temperature_max_c: number | null
  parcels: { code: string | null }[]
}

/** What a workspace asks of every delivery. */
type AlwaysAsked = { requirements: readonly string[]; ask_name: boolean }

/** A proof that is there. `code` is what was scanned. */
export type Taken = { kind: string; flags?: readonly ProofFlag[]; code?: string | undefined }

export type MissingProof = { kind: ProofKind; /** Codes that were not scanned. */ codes: string[] }

/** With these, a proof is there and yet proves nothing. */
export const worthless: readonly ProofFlag[] = ['thin_signature', 'wrong_pin', 'wrong_code', 'too_young', 'other_name']

/** In the order in which a driver is asked. */
const order: readonly ProofKind[] = ['scan', 'age', 'identity', 'pin', 'temperature', 'name', 'signature', 'photo']

/** The kinds of proof that a delivery needs: its own, and those of every delivery. */
export function neededProofs(delivery: Asking, settings: AlwaysAsked): ProofKind[] {
  const hasLimits = delivery.temperature_min_c !== null || delivery.temperature_max_c !== null
  return order.filter((kind) => {
    if (kind === 'temperature') return hasLimits
    if (kind === 'name') return settings.ask_name
    return delivery.requirements.includes(kind) || settings.requirements.includes(kind)
  })
}

/**
 * What a delivery still lacks as proof. It is told, and never takes the delivery away: what happened has happened.
 * @param brought places of the parcels that were brought; all of them unless given. The others need no scan
 */
export function missingProofs(
  delivery: Asking,
  settings: AlwaysAsked,
  proofs: readonly Taken[],
  brought?: readonly number[],
): MissingProof[] {
  const good = proofs.filter(({ flags = [] }) => !flags.some((flag) => worthless.includes(flag)))
  return neededProofs(delivery, settings).flatMap((kind): MissingProof[] => {
    const taken = good.filter((proof) => proof.kind === kind)
    if (kind !== 'scan') return taken.length ? [] : [{ kind, codes: [] }]
    const scanned = new Set(taken.map(({ code = '' }) => codeKey(code)))
    const codes = codesOf(delivery).filter((code, at) => (brought?.includes(at) ?? true) && !scanned.has(codeKey(code)))
    return codes.length ? [{ kind, codes }] : []
  })
}
