import { useSearchParams } from 'react-router'

/** What the address has open over the list: `?new=1` or `?import=1`. Other pages link to it, and Back closes it. */
export function useOpened() {
  const [params, setParams] = useSearchParams()
  const opened = params.has('import') ? ('import' as const) : params.has('new') ? ('new' as const) : undefined
  return {
    opened,
    open: (what: 'new' | 'import') =>
      setParams(
        (now) => {
          now.set(what, '1')
          return now
        },
        { preventScrollReset: true },
      ),
    close: () =>
      setParams(
        (now) => {
          now.delete('new')
          now.delete('import')
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
