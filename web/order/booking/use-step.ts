import { useState } from 'react'
import { sentenceOf } from '#web/lib/sentence-of.ts'

/** Something that a customer waits for, and why it failed. */
export function useStep() {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, problem, run, fail: setProblem }
}
