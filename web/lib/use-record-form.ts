import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { ErrorCode, FieldProblem } from '#domain/errors.ts'
import { CallError, newIdempotencyKey } from './call.ts'
import { conflictOf, type Conflict, type Versioned } from './change-record.ts'
import { decide, draftOf, openParts, rebase, type Draft } from './draft.ts'
import { newest, useLastChange } from './live/last-changes.ts'
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

/** What the form has to know of a record that others may change. */
type Shared = Versioned & { id?: string; updated_at?: string }

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

/** What somebody else just saved, and what the form took over of it. */
type News = { by: string | undefined; at: string | undefined; taken: string[] }

/** A field, or a part of it. */
type FieldPath<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/**
 * The state of a form for one record: values, problems by field, and a save that loses nothing when it fails. If somebody
 * else saves meanwhile, what only one of the two changed is kept, and the person decides about the rest.
 */
export function useRecordForm<Values extends object, Body, R extends Shared = never>(
  options: Options<Values, Body, R>,
) {
  const { shared } = options
  const [draft, setDraft] = useState(() => draftOf({ values: options.initial, version: shared?.record.version ?? 0 }))
  const [news, setNews] = useState<News>()
  const [isAsking, setAsking] = useState(false)
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const lastAttempt = useRef({ content: '', key: '' })
  const lastChange = useLastChange(shared?.record.id)
  const current = shared && newest(shared.record, lastChange?.record)
  const parts = shared?.parts ?? []
  const { values, base } = draft
  const isChanged = JSON.stringify(values) !== JSON.stringify(base.values)
  const open = openParts(draft, parts)
  const isGone = lastChange?.isDeletion === true

  /** Carries the draft over to what somebody else saved. */
  function follow(from: Draft<Values>, record: R, { toValues }: SharedRecord<Values, R>, who?: Partial<News>) {
    const { draft: next, taken } = rebase(from, { values: toValues(record), version: record.version }, parts)
    setDraft(next)
    if (taken.length + next.open.length > 0) setNews({ by: who?.by, at: who?.at ?? record.updated_at, taken })
    return next
  }
  if (shared && current && current.version > base.version && !isSaving) follow(draft, current, shared, lastChange)

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    setDraft((now) => ({ ...now, values: { ...now.values, [name]: value } }))
    setProblems((now) => now.filter(({ path }) => path.split('.')[0] !== name))
  }

  async function submit(from = draft): Promise<void> {
    if (isSaving) return
    if (openParts(from, parts).length > 0) return setAsking(true)
    setSaving(true)
    try {
      await attempt(from)
    } finally {
      setSaving(false)
    }
  }

  async function attempt(from: Draft<Values>): Promise<void> {
    setFailure(undefined)
    const checked = options.schema.safeParse(options.toBody(from.values, from.base.values))
    if (!checked.success) {
      setProblems(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      return
    }
    setProblems([])
    const content = JSON.stringify(checked.data)
    if (lastAttempt.current.content !== content) lastAttempt.current = { content, key: newIdempotencyKey() }
    const { version } = from.base
    try {
      const saved = await options.save(checked.data, { idempotencyKey: lastAttempt.current.key, version })
      if (saved && shared) setDraft(draftOf({ values: shared.toValues(saved), version: saved.version }))
      setNews(undefined)
    } catch (error) {
      const conflict = conflictOf<R>(error)
      if (conflict && shared) return settle(from, conflict, shared)
      if (error instanceof CallError && error.problems.length > 0) setProblems(error.problems)
      else setFailure(shared ? asGone(error, shared.gone) : error)
      return
    }
    options.onSaved()
  }

  /** Somebody else saved first. Tries again with both changes, unless they disagree. */
  function settle(from: Draft<Values>, conflict: Conflict<R>, record: SharedRecord<Values, R>): Promise<void> | void {
    const next = follow(from, conflict.current, record, { by: conflict.changedBy, at: conflict.changedAt })
    if (next.open.length > 0) return setAsking(true)
    return attempt(next)
  }

  /** The sentence for one field, or for a part of it, such as `week.mon`. */
  const problemOf = (name: FieldPath<Values>) =>
    problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message

  const undecided = open.map((part) => ({
    label: part.label,
    mine: part.show(values),
    theirs: part.show(base.values),
    decide: (side: 'mine' | 'theirs') => setDraft((now) => decide(now, part, side)),
  }))

  return {
    values,
    set,
    submit: () => submit(),
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
    /** What somebody else saved while the form is open; show it with FormNews. */
    news: isGone
      ? { deletedBy: lastChange.by, noun: shared?.gone.noun ?? 'record', at: lastChange.at }
      : news && { ...news, undecided, dismiss: () => setNews({ ...news, taken: [] }) },
    /** Where the person and somebody else disagree when they save; show it with FormConflict. */
    conflict:
      isAsking && undecided.length > 0
        ? {
            changedBy: news?.by,
            changedAt: news?.at,
            fields: undecided,
            /** Takes over their value of the fields at these indexes, and saves. */
            decide: (taken: number[]) => {
              setAsking(false)
              const next = open.reduce(
                (now, part, index) => decide(now, part, taken.includes(index) ? 'theirs' : 'mine'),
                draft,
              )
              setDraft(next)
              void submit(next)
            },
            dismiss: () => setAsking(false),
          }
        : undefined,
  }
}

/** A record that somebody deleted cannot be saved. What was typed stays in the form. */
function asGone(error: unknown, { code, noun }: { code: ErrorCode; noun: string }): unknown {
  if (!(error instanceof CallError) || error.code !== code) return error
  const title = `Somebody deleted this ${noun} after you opened it. What you entered is still here, so you can copy it.`
  return new CallError({ ...error.detail, code, status: error.status, title })
}
