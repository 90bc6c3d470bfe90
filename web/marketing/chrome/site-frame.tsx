import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useFocusOnPageChange } from './use-focus-on-page-change.ts'

/** The header and footer around every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const mainRef = useFocusOnPageChange()
  return (
    <div className="flex min-h-dvh flex-col bg-surface text-base leading-relaxed">
      <a
        href="#main"
        className="fixed top-3 left-3 z-[1600] -translate-y-20 rounded-lg bg-ink px-4 py-2.5 font-medium text-surface focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" ref={mainRef} tabIndex={-1} className="flex-1 scroll-mt-16 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}
