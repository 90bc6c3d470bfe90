/** A value that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/**
 * The one way to write a value as JSON, so that equal values have equal hashes: JSON Canonicalization Scheme, RFC 8785.
 * Members are sorted by their UTF-16 code units (section 3.2.3); numbers and strings are written as ECMAScript does
 * (sections 3.2.2.2 and 3.2.2.3), which is what `JSON.stringify` is.
 * @throws Error for what RFC 8785 forbids: numbers that are not finite, and halves of surrogate pairs
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error('A number that is not finite has no canonical form')
    return JSON.stringify(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Put together piece by piece, which is quicker than a list of members: an import writes several for each row.
  let members = ''
  for (const name of Object.keys(value).sort()) {
    members += `${members && ','}${canonicalText(name)}:${canonicalJson(value[name]!)}`
  }
  return `{${members}}`
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new Error('Half a surrogate pair has no canonical form')
  return JSON.stringify(text)
}

/** Whether two values are the same. Most are plain, or empty: those are compared without writing them down. */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const areBothEmpty = Array.isArray(one) === Array.isArray(other) && isEmpty(one) && isEmpty(other)
  return areBothEmpty || canonicalJson(one) === canonicalJson(other)
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}
