import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { categories, type Category } from './article.ts'

/**
 * The category in the address, or undefined for all. The page as the build writes it shows all: it knows no address, and
 * React must find on arrival what the build wrote.
 */
export function useCategory(): [Category | undefined, (category: Category | undefined) => void] {
  const isAlive = useSyncExternalStore(never, yes, no)
  const [params, setParams] = useSearchParams()
  const asked = isAlive ? params.get('category') : null
  const choose = (category: Category | undefined) =>
    setParams(category ? { category } : {}, { replace: true, preventScrollReset: true })
  return [categories.find((category) => category === asked), choose]
}

const never = () => () => {}
const yes = () => true
const no = () => false
