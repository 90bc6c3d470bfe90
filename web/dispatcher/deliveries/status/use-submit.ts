import { useState } from 'react'
import type { z } from 'zod'
import type { FieldProblem } from '#domain/errors.ts'
import { CallError } from '#web/lib/call.ts'

/** Nothing of what was asked for could be done. The sentence says why. */
export class Refused extends Error {}

/** Sends what a small dialog asked for. It stays open with what was entered until that is done. */
export function useSubmit<Body>(schema: z.ZodType<Body>, send: (body: Body) => Promise<void>) {
  const [isSaving, setSaving] = useState(false)
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [refusal, setRefusal] = useState<string>()

  async function submit(entered: unknown): Promise<void> {
    if (isSaving) return
    setFailure(undefined)
    setRefusal(undefined)
    const checked = schema.safeParse(entered)
    if (!checked.success) {
      setProblems(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      return
    }
    setProblems([])
    setSaving(true)
    try {
      await send(checked.data)
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.message)
      else if (error instanceof CallError && error.problems.length > 0) setProblems(error.problems)
      else setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    submit,
    isSaving,
    failure,
    refusal,
    problemOf: (field: string) => problems.find(({ path }) => path === field)?.message,
    /** These fields were changed, so what was wrong with them is no longer known. */
    forget: (fields: string[]) => setProblems((now) => now.filter(({ path }) => !fields.includes(path))),
  }
}
