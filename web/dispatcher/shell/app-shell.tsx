import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-media.ts'
import { AlertDoor } from '../alerts/alert-door.tsx'
import { MessageDoor } from '../messages/message-door.tsx'
import { PaletteDoor, usePalette } from '../palette/palette-door.tsx'
import type { Switcher } from '../workspaces/use-switcher.ts'
import { SidebarSwitcher, TopBarSwitcher } from '../workspaces/workspace-switcher.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { Account } from './account.ts'
import { LiveSign, SpokenLiveSign } from './live-sign.tsx'
import { Sidebar } from './sidebar.tsx'
import { ThumbBar } from './thumb-bar.tsx'
import { TrialBanner } from './trial-banner.tsx'

type AppShellProps = {
  /** Absent while it is being fetched. */
  account?: Account
  onSignOut: () => void
  switcher: Switcher
  /** Shown above the page, edge to edge. */
  notice?: ReactNode
  children: ReactNode
}

/** The frame around every members' page: a sidebar on wide screens, a top bar and a thumb bar on phones. */
export function AppShell({ account, onSignOut, switcher, notice, children }: AppShellProps) {
  const palette = usePalette()
  const isNarrow = useIsNarrow()
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only print:hidden z-50 rounded-lg bg-raised px-4 py-2 font-medium shadow-raised focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Sidebar
        account={account}
        onSignOut={onSignOut}
        onSearch={palette.open}
        alerts={
          <span className="flex items-center">
            <MessageDoor isShown={!isNarrow && account !== undefined} />
            <AlertDoor isShown={!isNarrow && account !== undefined} />
          </span>
        }
        switcher={account && <SidebarSwitcher {...account} switcher={switcher} isShown={!isNarrow} />}
      />
      <div className="flex min-h-dvh min-w-0 flex-col print:block">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b bg-surface/90 px-4 backdrop-blur-md md:hidden print:hidden">
          <Link to="/dashboard" aria-label="Overview" className="focus-ring rounded-lg">
            <LogoMark />
          </Link>
          <span className="min-w-0 flex-1 font-semibold">
            {account ? (
              <TopBarSwitcher {...account} switcher={switcher} isShown={isNarrow} />
            ) : (
              <Skeleton className="h-4 w-28" />
            )}
            <LiveSign isShort />
          </span>
          <IconButton
            label="Search"
            icon={<Search aria-hidden="true" className="size-5" />}
            onPress={palette.open}
            isDisabled={!account}
          />
          <MessageDoor isShown={isNarrow && account !== undefined} />
          <AlertDoor isShown={isNarrow && account !== undefined} />
          <AccountMenu account={account} onSignOut={onSignOut} />
        </header>
        <SpokenLiveSign />
        {notice}
        {account?.trial && <TrialBanner trial={account.trial} />}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[100rem] flex-1 flex-col px-4 pt-5 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none md:px-7 md:pt-6 md:pb-10 print:block print:max-w-none print:p-0!"
        >
          {children}
        </main>
      </div>
      <ThumbBar />
      {account && <PaletteDoor palette={palette} onSignOut={onSignOut} switcher={switcher} />}
    </div>
  )
}
