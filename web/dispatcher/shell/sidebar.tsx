import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Link, useLocation } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { paletteKeys } from '../palette/palette-door.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { Account } from './account.ts'
import { LiveSign } from './live-sign.tsx'
import { isCurrent, type Area } from './areas.tsx'
import { useAreas } from './use-areas.ts'

type SidebarProps = {
  account?: Account
  onSignOut: () => void
  onSearch: () => void
  alerts: ReactNode
  switcher: ReactNode
}

/** The navigation on wide screens, with who is signed in at the bottom. */
export function Sidebar({ account, onSignOut, onSearch, alerts, switcher }: SidebarProps) {
  const { groups } = useAreas()
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col border-r bg-surface md:flex print:hidden!">
      <div className="flex items-center justify-between pt-3 pr-2.5 pb-2 pl-4">
        <Link to="/dashboard" aria-label="Karta, overview" className="focus-ring rounded-md">
          <Logo />
        </Link>
        {alerts}
      </div>
      <div className="px-2.5 pb-2">{switcher ?? <Skeleton className="h-11 w-full" />}</div>
      <div className="px-2.5 pb-1">
        <AriaButton
          onPress={onSearch}
          isDisabled={!account}
          aria-keyshortcuts="Control+K Meta+K"
          className="focus-ring flex min-h-8.5 w-full items-center gap-2.5 rounded-lg border px-2.5 text-ink-muted data-hovered:bg-hover data-hovered:text-ink pointer-coarse:min-h-11"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="flex-1 text-left">Search</span>
          <kbd aria-hidden="true" className="font-sans text-xs text-ink-faint pointer-coarse:hidden">
            {paletteKeys()}
          </kbd>
        </AriaButton>
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-2.5 py-2">
        {groups.map((group, position) => (
          <div key={position} className="pb-4">
            {group.title && <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-faint">{group.title}</h2>}
            <ul className="grid gap-0.5">
              {group.areas.map((area) => (
                <li key={area.href}>
                  <AreaLink area={area} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="px-5 pb-3 empty:hidden">
        <LiveSign />
      </div>
      <div className="flex items-center gap-2.5 border-t p-3">
        <AccountMenu account={account} onSignOut={onSignOut} placement="top start" />
        <div className="min-w-0 flex-1">
          {account ? (
            <p className="truncate text-xs text-ink-muted">{account.email}</p>
          ) : (
            <Skeleton className="h-3 w-32" />
          )}
        </div>
      </div>
    </aside>
  )
}

function AreaLink({ area }: { area: Area }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={area.href}
      aria-current={isCurrent(area, pathname) ? 'page' : undefined}
      className="focus-ring flex min-h-8.5 items-center gap-2.5 rounded-lg px-2.5 font-medium text-ink-muted aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink hover:bg-hover hover:text-ink pointer-coarse:min-h-11 [&>svg]:size-4.5"
    >
      {area.icon}
      {area.label}
    </Link>
  )
}
