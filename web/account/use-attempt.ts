import { useRef, useState } from 'react'

type Attempt = {
  /** The name of what is under way. */
  busy: string | undefined
  /** The sentence for why the last one failed. */
  failure: string | undefined
  setFailure: (failure: string | undefined) => void
  /** Runs one thing at a time, which resolves to the sentence when it fails; false for a failure or a second press. */
  run: (name: string, attempt: () => Promise<string | undefined>) => Promise<boolean>
}

/** What a form is doing, and why it could not. */
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
