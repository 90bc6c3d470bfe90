import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { ErrorCode, FieldProblem } from '#domain/errors.ts'
import { merge, take } from '#domain/merge.ts'
import { CallError, newIdempotencyKey } from './call.ts'
import { conflictOf, type Conflict, type Versioned } from './change-record.ts'
import type { Part } from './part.ts'

/** The record that a form edits, which others may change meanwhile. */
export type SharedRecord<Values, R> = {
  record: R
  toValues: (record: R) => Values
  /** Every field that may be entered, to show it where two people disagree. */
  parts: Part<Values>[]
  /** The refusal that says that the record is gone, and what to call it. */
  gone: { code: ErrorCode; noun: string }
}

type Options<Values extends object, Body, R> = {
  initial: Values
  /** Turns what was typed into the request body. `base` are the values that the form began with. */
  toBody: (values: Values, base: Values) => unknown
  /** The endpoint's body schema, so that the browser refuses with the server's own sentences. */
  schema: z.ZodType<Body>
  /**
   * Sends it, and returns the record as it was saved if the form stays open. The key stays the same while the same content
   * is tried again.
   */
  save: (body: Body, attempt: { idempotencyKey: string; version: number }) => Promise<R | void>
  onSaved: () => void
  /** Absent for a new record. */
  shared?: SharedRecord<Values, R> | undefined
}

type Base<Values> = { values: Values; version: number }
type Undecided<Values, R> = Conflict<R> & { mine: Values; theirs: Base<Values>; parts: Part<Values>[] }

/**
 * The state of a form for one record: values, problems by field, and a save that loses nothing when it fails. If somebody
 * else saved meanwhile, what only one of the two changed is kept, and the person decides about the rest.
 */
export function useRecordForm<Values extends object, Body, R extends Versioned = never>(
  options: Options<Values, Body, R>,
) {
  const { shared } = options
  const [values, setValues] = useState(options.initial)
  const [base, setBase] = useState<Base<Values>>({ values: options.initial, version: shared?.record.version ?? 0 })
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [undecided, setUndecided] = useState<Undecided<Values, R>>()
  const [isSaving, setSaving] = useState(false)
  const lastAttempt = useRef({ content: '', key: '' })
  const isChanged = JSON.stringify(values) !== JSON.stringify(base.values)

  function start(from: Base<Values>, entered = from.values): void {
    setBase(from)
    setValues(entered)
  }
  // Somebody who has not typed anything sees the record as it is.
  if (shared && shared.record.version > base.version && !isChanged && !isSaving) {
    start({ values: shared.toValues(shared.record), version: shared.record.version })
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    setValues((now) => ({ ...now, [name]: value }))
    setProblems((now) => now.filter(({ path }) => path.split('.')[0] !== name))
  }

  async function submit(): Promise<void> {
    if (isSaving) return
    setSaving(true)
    try {
      await attempt(values, base)
    } finally {
      setSaving(false)
    }
  }

  async function attempt(entered: Values, from: Base<Values>): Promise<void> {
    setFailure(undefined)
    const checked = options.schema.safeParse(options.toBody(entered, from.values))
    if (!checked.success) {
      setProblems(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      return
    }
    setProblems([])
    const content = JSON.stringify(checked.data)
    if (lastAttempt.current.content !== content) lastAttempt.current = { content, key: newIdempotencyKey() }
    try {
      const saved = await options.save(checked.data, { idempotencyKey: lastAttempt.current.key, version: from.version })
      if (saved && shared) start({ values: shared.toValues(saved), version: saved.version })
    } catch (error) {
      const conflict = conflictOf<R>(error)
      if (conflict && shared) return settle(entered, from, conflict, shared)
      if (error instanceof CallError && error.problems.length > 0) setProblems(error.problems)
      else setFailure(shared ? asGone(error, shared.gone) : error)
      return
    }
    options.onSaved()
  }

  /** Somebody else saved first. Tries again with both changes, unless they disagree. */
  function settle(
    entered: Values,
    from: Base<Values>,
    conflict: Conflict<R>,
    { toValues, parts }: SharedRecord<Values, R>,
  ): Promise<void> | void {
    const theirs = { values: toValues(conflict.current), version: conflict.current.version }
    const groups = parts.map(({ fields }) => fields)
    const { values: mine, conflicts } = merge(from.values, entered, theirs.values, groups)
    if (conflicts.length > 0) {
      const open = parts.filter(({ fields }) => conflicts.includes(fields))
      return setUndecided({ ...conflict, mine, theirs, parts: open })
    }
    start(theirs, mine)
    return attempt(mine, theirs)
  }

  /** Saves what was decided: for the named parts, what the other person saved. */
  async function decide(takenOver: Part<Values>[]): Promise<void> {
    if (!undecided || isSaving) return
    const decided = { ...undecided.mine }
    for (const { fields } of takenOver) take(fields, undecided.theirs.values, decided)
    setUndecided(undefined)
    start(undecided.theirs, decided)
    setSaving(true)
    try {
      await attempt(decided, undecided.theirs)
    } finally {
      setSaving(false)
    }
  }

  /** The sentence for one field, or for a part of it. */
  const problemOf = (name: keyof Values & string) =>
    problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message

  return {
    values,
    set,
    submit,
    isSaving,
    /** Why saving failed as a whole; show it with LoadError. */
    failure,
    problemOf,
    /** What a form field needs to show and change one value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set(name, value),
      errorMessage: problemOf(name),
    }),
    hasProblems: problems.length > 0,
    isChanged,
    /** Where the person and somebody else disagree; show it with FormConflict. */
    conflict: undecided && {
      changedBy: undecided.changedBy,
      changedAt: undecided.changedAt,
      fields: undecided.parts.map((part) => ({
        label: part.label,
        mine: part.show(undecided.mine),
        theirs: part.show(undecided.theirs.values),
      })),
      /** Takes over their value of the fields at these indexes, and saves. */
      decide: (taken: number[]) => void decide(taken.map((index) => undecided.parts[index]!)),
      dismiss: () => setUndecided(undefined),
    },
  }
}

/** A record that somebody deleted cannot be saved. What was typed stays in the form. */
function asGone(error: unknown, { code, noun }: { code: ErrorCode; noun: string }): unknown {
  if (!(error instanceof CallError) || error.code !== code) return error
  const title = `Somebody deleted this ${noun} after you opened it. What you entered is still here, so you can copy it.`
  return new CallError({ ...error.detail, code, status: error.status, title })
}
