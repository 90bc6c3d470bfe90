import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** Whether the inbox is open: it is part of the address, so that notifications and mails lead to it. */
export function useOpenInbox() {
  const [params, setParams] = useSearchParams()
  const setOpen = (isOpen: boolean) =>
    setParams(
      (now) => {
        if (isOpen) now.set('alerts', '1')
        else now.delete('alerts')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ open?: unknown }>) => {
      if (typeof data?.open !== 'string') return
      setParams(
        (now) => {
          now.set('alerts', '1')
          return now
        },
        { replace: true, preventScrollReset: true },
      )
    }
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [setParams])
  return { isOpen: params.has('alerts'), setOpen }
}
