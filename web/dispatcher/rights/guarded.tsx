import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { mayDo, useMe } from '#web/lib/me.ts'
import { NoRight } from './no-right.tsx'
import { landingFor, mayOpen, pageAt } from './pages.ts'

/**
 * Shows a page to whoever may open it. It follows the person's role while the page is open. Plain `/dashboard` leads
 * everybody to where they begin.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const me = useMe()
  const { pathname, search } = useLocation()
  const may = (action: Parameters<typeof mayDo>[1]) => mayDo(me, action)
  if (mayOpen(pathname, may)) return children
  const landing = landingFor(may)
  const page = pageAt(pathname)!
  if (page.path === '/dashboard' && landing) return <Navigate to={landing + search} replace />
  return <NoRight page={page} />
}
