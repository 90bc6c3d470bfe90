import { useSearchParams } from 'react-router'

/** Sets one parameter of the page's address, or takes it out. The others and the scroll position stay. */
export function useSetParam(options: { replace?: boolean } = {}) {
  const [, setParams] = useSearchParams()
  return (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { preventScrollReset: true, ...options },
    )
}
