import { useSearchParams } from 'react-router'

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
    opened: params.get('message') ?? undefined,
    openDriver: (id: string) => open(id),
    openAll: () => open('all'),
    close: () => open(undefined),
  }
}
