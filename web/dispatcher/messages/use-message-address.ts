import { useSearchParams } from 'react-router'

/** On a page that shows a driver, `message=1` opens the messages with that driver. */
export function openedIn(params: URLSearchParams): string | undefined {
  const value = params.get('message') ?? undefined
  return value === '1' ? (params.get('driver') ?? 'all') : value
}

/** Which messages are open, so that any page can link to them: a driver's, or the list of all. */
export function useMessageAddress() {
  const [params, setParams] = useSearchParams()
  const open = (value: string | undefined) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined) next.delete('message')
        else next.set('message', value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    /** A driver's id, `all`, or undefined while closed. */
    opened: openedIn(params),
    openDriver: (id: string) => open(id),
    openAll: () => open('all'),
    close: () => open(undefined),
  }
}
