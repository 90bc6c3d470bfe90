import { useSearchParams } from 'react-router'

/** Whether the list of routes at risk is open, which links can say. */
export function useRisksShown() {
  const [query, setQuery] = useSearchParams()
  const show = (isShown: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (isShown) next.set('risks', '1')
        else next.delete('risks')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { isShown: query.get('risks') === '1', show }
}
