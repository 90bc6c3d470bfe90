import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSeenEmail } from '#web/lib/session-trace.ts'
import { Logo } from '#web/ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'

type BareShellProps = { onSignOut: () => void; children: ReactNode }

/** The frame of a page without a workspace: there is nowhere to go but out. */
export function BareShell({ onSignOut, children }: BareShellProps) {
  const email = useSeenEmail()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between border-b bg-surface px-4 md:px-7">
        <Link to="/" aria-label="Karta" className="focus-ring flex rounded-md">
          <Logo />
        </Link>
        <AccountMenu account={{ email }} onSignOut={onSignOut} />
      </header>
      <main id="content" className="flex flex-1 flex-col px-4 pb-10">
        {children}
      </main>
    </div>
  )
}
