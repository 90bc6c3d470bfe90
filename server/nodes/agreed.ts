/** What servers of one database have in common, by setting. Nothing of it is secret, and it is hashed all the same. */
export type Agreed = Record<string, string>

/** Servers that differ here would lose files, or not hear each other: the later one refuses to start. */
export const mustAgree = ['S3_BUCKET', 'NATS_URL']

/** In which settings two servers differ. Versions may know different ones: only what both know counts. */
export function differences(one: Agreed, other: Agreed): string[] {
  return Object.keys(one).filter((name) => name in other && one[name] !== other[name])
}
