import { useSearchParams } from 'react-router'

/** What the address has open over the page, such as `?order=ID`. Back closes it. */
export function usePart(name: string) {
  const [params, setParams] = useSearchParams()
  const change = (value: string | undefined, options: { replace?: boolean } = {}) =>
    setParams(
      (now) => {
        if (value === undefined) now.delete(name)
        else now.set(name, value)
        return now
      },
      { ...options, preventScrollReset: true },
    )
  return {
    value: params.get(name) ?? undefined,
    open: (value: string) => change(value),
    close: () => change(undefined, { replace: true }),
  }
}
