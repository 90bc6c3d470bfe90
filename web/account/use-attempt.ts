import { useRef, useState } from 'react'

type Attempt = {
  /** The name of what is in progress. */
  busy: string | undefined
  /** Why the last attempt failed. */
  failure: string | undefined
  setFailure: (failure: string | undefined) => void
  /**
   * Runs one action at a time. The action resolves to a sentence if it fails. Returns false for a failure or a second
   * press.
   */
  run: (name: string, attempt: () => Promise<string | undefined>) => Promise<boolean>
}

/** What a form is doing, and why it failed. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const isBusy = useRef(false)
  const run = async (name: string, attempt: () => Promise<string | undefined>) => {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(name)
    setFailure(undefined)
    try {
      const sentence = await attempt()
      setFailure(sentence)
      return sentence === undefined
    } finally {
      isBusy.current = false
      setBusy(undefined)
    }
  }
  return { busy, failure, setFailure, run }
}
