import { useState } from 'react'
import type { NewSampleJob } from './new-sample-job.tsx'

const load = () => import('./new-sample-job.tsx')

/** The dialog's fields weigh more than the page, so it is loaded when it is opened. */
export function useJobDialog() {
  const [JobDialog, setJobDialog] = useState<typeof NewSampleJob>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const open = async () => {
    setState('loading')
    try {
      const loaded = await load()
      setJobDialog(() => loaded.NewSampleJob)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return {
    JobDialog,
    isLoading: state === 'loading',
    hasFailed: state === 'failed',
    open,
    close: () => setJobDialog(undefined),
  }
}
