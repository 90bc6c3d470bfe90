import { useSearchParams } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { categories, type Category } from './article.ts'

/** The category in the URL, or undefined for all. The prerendered page knows no query, so it shows all. */
export function useCategory(): [Category | undefined, (category: Category | undefined) => void] {
  const isHydrated = useHydrated()
  const [params, setParams] = useSearchParams()
  const asked = isHydrated ? params.get('category') : null
  const choose = (category: Category | undefined) =>
    setParams(category ? { category } : {}, { replace: true, preventScrollReset: true })
  return [categories.find((category) => category === asked), choose]
}
