import { LayoutDashboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Button as AriaButton, type PopoverProps } from 'react-aria-components'
import { setTheme, useTheme, type ThemeChoice } from '#web/lib/theme.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/menu.tsx'
import type { Account } from './account.ts'

type AccountMenuProps = {
  account?: Pick<Account, 'email'> & Partial<Account>
  onSignOut: () => void
  placement?: PopoverProps['placement']
}

/** The avatar and its menu: links, the theme, and signing out. */
export function AccountMenu({ account, onSignOut, placement }: AccountMenuProps) {
  const theme = useTheme()
  return (
    <Menu
      aria-label="Account"
      placement={placement}
      trigger={
        <AriaButton
          aria-label="Account"
          className="focus-ring relative shrink-0 rounded-full pointer-coarse:before:absolute pointer-coarse:before:-inset-1.5"
        >
          <Avatar name={account?.email ?? '?'} />
        </AriaButton>
      }
      heading={
        account && (
          <>
            {account.workspaceName && <p className="max-w-64 truncate font-semibold">{account.workspaceName}</p>}
            <p className="max-w-64 truncate text-[0.8125rem] text-ink-muted">{account.email}</p>
          </>
        )
      }
    >
      <MenuItem id="dashboard" href="/dashboard" icon={<LayoutDashboard />}>
        Dashboard
      </MenuItem>
      <MenuSeparator />
      <MenuSection
        title="Theme"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const [choice] = keys
          setTheme(choice as ThemeChoice)
        }}
      >
        <MenuItem id="system" icon={<Monitor />}>
          System
        </MenuItem>
        <MenuItem id="light" icon={<Sun />}>
          Light
        </MenuItem>
        <MenuItem id="dark" icon={<Moon />}>
          Dark
        </MenuItem>
      </MenuSection>
      <MenuSeparator />
      <MenuItem id="sign-out" icon={<LogOut />} onAction={onSignOut}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
