import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { mayDo, useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { NoRight } from './no-right.tsx'
import { landingFor, mayOpen, pageAt } from './pages.ts'

/**
 * Shows a page to whoever may open it. It follows the person's role while the page is open: then the page stays until
 * the person goes on, because something may be typed there. Plain `/dashboard` leads everybody to where they begin.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const me = useMe()
  const { pathname, search } = useLocation()
  const may = (action: Parameters<typeof mayDo>[1]) => mayDo(me, action)
  const isAllowed = mayOpen(pathname, may)
  const [shown, setShown] = useState<string>()
  if (isAllowed && shown !== pathname) setShown(pathname)
  if (isAllowed || shown === pathname) {
    // In both cases the same element, or the page would begin anew.
    return (
      <>
        {!isAllowed && <RightsTaken onContinue={() => setShown(undefined)} />}
        {children}
      </>
    )
  }
  const landing = landingFor(may)
  const page = pageAt(pathname)!
  if (page.path === '/dashboard' && landing === '/dashboard/my-route') return <ToDriversApp search={search} />
  if (page.path === '/dashboard' && landing) return <Navigate to={landing + search} replace />
  return <NoRight page={page} />
}

/** Drivers begin in their app, which is a page of its own. Where it cannot work, it says so, and leads to their route here. */
function ToDriversApp({ search }: { search: string }) {
  useEffect(() => window.location.replace(`/driver${search}`), [search])
  return null
}

function RightsTaken({ onContinue }: { onContinue: () => void }) {
  return (
    <div className="mb-4">
      <Banner
        tone="warning"
        actions={
          <Button size="small" onPress={onContinue}>
            Go on
          </Button>
        }
      >
        Your role was changed, and this page is not part of it any more. Nothing can be saved here. What you entered is
        still here to copy.
      </Banner>
    </div>
  )
}
