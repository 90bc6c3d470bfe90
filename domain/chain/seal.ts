import type { Json } from './canonical-json.ts'
import type { Opened } from './entry.ts'
import { hashOf, type Digest } from './hash.ts'

const purpose = 'karta chain value 2'

/**
 * A personal value as it enters a chain: the hash of a salt, the field's name and the value, in this order, as in SD-JWT
 * (RFC 9901, section 4.2.1). Whoever has salt and value can prove it; when both are dropped, the hash says nothing, since
 * a salt of 128 random bits cannot be guessed.
 */
export function sealOf(name: string, { salt, value }: Opened, digest?: Digest): string {
  return hashOf(purpose, [salt, name, value], digest)
}

/** The member of `sealed` that says who did it. It is sealed too: a member's name and id are personal data. */
export const actorSeal = 'actor'

/** Who did it: the id is null for Karta itself and for API keys. */
export type ActorValue = { id: string | null; name: string }

/** Seals some of an entry's values, each with a salt of its own. */
export function sealAll(values: Record<string, Json>, salt: () => string, digest?: Digest) {
  const opened: Record<string, Opened> = {}
  const sealed: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    opened[name] = { salt: salt(), value }
    sealed[name] = sealOf(name, opened[name], digest)
  }
  return { sealed, opened }
}
