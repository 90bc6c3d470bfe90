import type { FastifyRequest } from 'fastify'
import { AppError, type FieldProblem } from '#domain/errors.ts'

type Versioned = { version: number }

/** Which version of a record the caller has seen, by `If-Match`. */
export type Seen = {
  /** The entity tags that the caller would accept; null if any version will do. */
  tags: readonly string[] | null
  /** Whether the command has looked. One that forgets to is a bug, which `mount` finds. */
  isChecked: boolean
}

/** A version as an entity tag. */
export function tagOf({ version }: Versioned): string {
  return `"${version}"`
}

// A list of quoted tags. Some proxies weaken a tag on its way; it still names the version. So does the tag of a read, which
// goes on after it: it tells other answers apart, too (`sendRead`).
const form = /^\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*)*$/

/** Reads `If-Match`. Without the header, or with `*`, any version will do. */
export function readSeen({ headers }: FastifyRequest, problems: FieldProblem[]): Seen {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return anySeen()
  if (form.test(given)) {
    const tags = given.match(/"[^"]*"/g)!.map((tag) => tag.replace(/^"(\d+)-.*"$/, '"$1"'))
    return { tags, isChecked: false }
  }
  problems.push({ path: 'If-Match', message: 'Send the ETag as it was given, with its quotes: "7".' })
  return anySeen()
}

/** For a caller who overwrites whatever there is. */
export function anySeen(): Seen {
  return { tags: null, isChecked: false }
}

/**
 * Refuses a change by somebody who has not seen the record as it is. The caller holds the record's lock, so that it stays
 * as it is.
 * @param current reads the record in the API's form
 * @throws AppError `version_conflict` with the record
 */
export async function checkSeen<R extends Versioned>(
  seen: Seen,
  { version }: Versioned,
  current: () => Promise<Conflict<R>> | Conflict<R>,
): Promise<void> {
  seen.isChecked = true
  if (!seen.tags || seen.tags.includes(tagOf({ version }))) return
  throw new AppError('version_conflict', await current())
}

/** The record as it is, and who changed it last if that is known. */
export type Conflict<R extends Versioned> = { current: R; changed_by?: string; changed_at?: string }
