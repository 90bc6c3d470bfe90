import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { FieldProblem } from '#domain/errors.ts'
import { CallError, newIdempotencyKey } from './call.ts'

type Options<Values extends object, Body> = {
  initial: Values
  /** Turns what was typed into the request body. */
  toBody: (values: Values) => unknown
  /** The endpoint's body schema, so that the browser refuses with the server's own sentences. */
  schema: z.ZodType<Body>
  /** Sends it. The key stays the same while the same content is tried again. */
  save: (body: Body, idempotencyKey: string) => Promise<unknown>
  onSaved: () => void
}

/** The state of a form for one record: values, problems by field, and a save that loses nothing when it fails. */
export function useRecordForm<Values extends object, Body>(options: Options<Values, Body>) {
  const [values, setValues] = useState(options.initial)
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const attempt = useRef({ content: '', key: '' })

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    setValues((now) => ({ ...now, [name]: value }))
    setProblems((now) => now.filter(({ path }) => path.split('.')[0] !== name))
  }

  async function submit(): Promise<void> {
    if (isSaving) return
    setFailure(undefined)
    const checked = options.schema.safeParse(options.toBody(values))
    if (!checked.success) {
      setProblems(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      return
    }
    setProblems([])
    const content = JSON.stringify(checked.data)
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() }
    setSaving(true)
    try {
      await options.save(checked.data, attempt.current.key)
    } catch (error) {
      if (error instanceof CallError && error.problems.length > 0) setProblems(error.problems)
      else setFailure(error)
      return
    } finally {
      setSaving(false)
    }
    options.onSaved()
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
    isChanged: JSON.stringify(values) !== JSON.stringify(options.initial),
  }
}
