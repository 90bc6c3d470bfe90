import { useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import {
  Autocomplete,
  Button as AriaButton,
  Dialog,
  DialogTrigger,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Text,
} from 'react-aria-components'
import { useNavigate } from 'react-router'
import type { Membership } from '#domain/schema/workspace.ts'
import { inWorkspace, useTabWorkspace } from '#web/lib/workspace.ts'
import { workspacesQuery } from '#web/lib/workspaces.ts'
import { cx } from '#web/ui/cx.ts'
import { MenuSeparator } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { manyWorkspaces, named, roleOf } from './role-of.ts'
import { switcherKeys, type Switcher } from './use-switcher.ts'
import { WorkspaceMark } from './workspace-mark.tsx'

type SwitcherProps = { switcher: Switcher; isShown: boolean; workspaceName: string }

/** Says which workspace is shown, and lists the others. Of the two on a page, one is shown at a time. */
export function SidebarSwitcher(props: SwitcherProps) {
  return (
    <WorkspaceSwitcher {...props}>
      <AriaButton
        aria-label={`Workspace: ${props.workspaceName}. Switch`}
        aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
        className="focus-ring flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left data-hovered:bg-hover data-pressed:bg-pressed"
      >
        <WorkspaceMark name={props.workspaceName} />
        <span className="min-w-0 flex-1 truncate font-semibold">{props.workspaceName}</span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </AriaButton>
    </WorkspaceSwitcher>
  )
}

/** The same in the top bar of a phone. */
export function TopBarSwitcher(props: SwitcherProps) {
  return (
    <WorkspaceSwitcher {...props}>
      <AriaButton
        aria-label={`Workspace: ${props.workspaceName}. Switch`}
        className="focus-ring -my-1 -ml-1.5 flex min-h-11 max-w-full items-center gap-1 rounded-lg px-1.5 text-left data-pressed:bg-pressed"
      >
        <span className="min-w-0 truncate">{props.workspaceName}</span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </AriaButton>
    </WorkspaceSwitcher>
  )
}

function WorkspaceSwitcher({ switcher, isShown, children }: SwitcherProps & { children: ReactElement }) {
  const { isOpen, setOpen, setCreating } = switcher
  return (
    <DialogTrigger isOpen={isOpen && isShown} onOpenChange={setOpen}>
      {children}
      <Popover placement="bottom start" className="w-72 max-w-[calc(100vw-2rem)]">
        <Dialog aria-label="Workspaces" className="flex max-h-[inherit] flex-col outline-none">
          <Choices
            onDone={() => setOpen(false)}
            onCreate={() => {
              setOpen(false)
              setCreating(true)
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const noOne: Membership[] = []

function Choices({ onDone, onCreate }: { onDone: () => void; onCreate: () => void }) {
  const { data = noOne } = useQuery(workspacesQuery)
  const { id } = useTabWorkspace()
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const isSearched = data.length > manyWorkspaces
  const act = (key: string) => {
    if (key === 'create') return onCreate()
    onDone()
    if (key !== id) void navigate(inWorkspace('/dashboard', key))
  }
  const menu = (
    <Menu
      aria-label="Workspaces"
      // Where there is a search field, that has the focus.
      autoFocus={isSearched ? false : 'first'}
      onAction={(key) => act(String(key))}
      className="min-h-0 overflow-y-auto p-1.5 outline-none"
    >
      <MenuSection
        selectionMode="single"
        selectedKeys={id === undefined ? [] : [id]}
        disallowEmptySelection
        aria-label="Your workspaces"
      >
        {!isSearched && (
          <Header className="flex px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint">
            <span className="flex-1">Workspaces</span>
            <kbd aria-hidden="true" className="font-sans pointer-coarse:hidden">
              {switcherKeys()}
            </kbd>
          </Header>
        )}
        {named(data, typed).map((membership) => (
          <Choice key={membership.id} membership={membership} />
        ))}
      </MenuSection>
      <MenuSeparator />
      <MenuItem id="create" textValue="Create workspace" className={cx(item, 'min-h-9')}>
        <span aria-hidden="true" className="grid w-7 place-items-center text-ink-muted">
          <Plus className="size-4" />
        </span>
        Create workspace
      </MenuItem>
    </Menu>
  )
  if (!isSearched) return menu
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField label="Search workspaces" placeholder="Search workspaces" autoFocus className="p-1.5 pb-0" />
      {menu}
    </Autocomplete>
  )
}

const item =
  'flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 outline-none select-none data-focused:bg-hover data-pressed:bg-pressed pointer-coarse:min-h-12'

function Choice({ membership }: { membership: Membership }) {
  const { id, name } = membership
  return (
    <MenuItem id={id} textValue={name} className={cx(item, 'min-h-11')}>
      {({ isSelected }) => (
        <>
          <WorkspaceMark name={name} />
          <span className="min-w-0 flex-1">
            <Text slot="label" className="block truncate font-medium">
              {name}
            </Text>
            <Text slot="description" className="block text-xs text-ink-muted">
              {roleOf(membership)}
            </Text>
          </span>
          <Check aria-hidden="true" className={cx('size-4 shrink-0 text-brand-ink', !isSelected && 'invisible')} />
        </>
      )}
    </MenuItem>
  )
}
