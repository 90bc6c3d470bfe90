import { dayOf } from '#domain/time.ts'
import type { Action } from '#domain/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import {
  Autocomplete,
  Button,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components'
import { useNavigate } from 'react-router'
import { mayDo, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { workspacesQuery } from '#web/lib/workspaces.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { openDaysQuery } from '../queries.ts'
import type { Switcher } from '../workspaces/use-switcher.ts'
import {
  allowed,
  matching,
  pageCommands,
  signOutCommand,
  workCommands,
  workspaceCommands,
  type Command,
} from './commands.tsx'
import { useFoundRecords } from './use-found-records.tsx'

// `Autocomplete` adds `aria-controls`.
const comboBox = { role: 'combobox', 'aria-expanded': true, 'aria-haspopup': 'listbox' } as const

/** Jumps to any page or record, and starts any work, by typing. */
type PaletteProps = { onClose: () => void; onSignOut: () => void; switcher: Switcher }

export function Palette({ onClose, onSignOut, switcher }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const { records, isSearching, error } = useFoundRecords(typed)
  const sections = [...useCommands(typed, onSignOut, switcher), { title: 'Records', commands: records }].filter(
    ({ commands }) => commands.length > 0,
  )
  const run = (id: string) => {
    const command = sections.flatMap(({ commands }) => commands).find((each) => each.id === id)
    onClose()
    if (command?.href) void navigate(command.href)
    command?.act?.()
  }
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      isDismissable
      className="fade fixed inset-0 z-[1500] grid h-(--visual-viewport-height) items-start justify-items-center bg-scrim sm:pt-[12vh]"
    >
      <Modal className="flex max-h-full w-full flex-col overflow-hidden bg-raised shadow-raised sm:max-h-[70vh] sm:max-w-xl sm:rounded-2xl">
        <Dialog aria-label="Search and jump" className="flex min-h-0 flex-col outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField
              aria-label="Search pages, records and actions"
              autoFocus
              className="flex items-center border-b"
            >
              <Search aria-hidden="true" className="ml-4 size-4.5 shrink-0 text-ink-faint" />
              <Input
                {...comboBox}
                placeholder="Search pages, records and actions"
                maxLength={200}
                className="h-13 w-full min-w-0 bg-transparent px-3 text-base outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
              />
              <span className="mr-4 size-4 shrink-0">{isSearching && <Spinner label="Searching" />}</span>
              <Button
                slot={null}
                onPress={onClose}
                className="focus-ring mr-2 min-h-11 rounded-lg px-2.5 font-medium text-brand-ink sm:hidden"
              >
                Cancel
              </Button>
            </SearchField>
            <ListBox
              aria-label="Results"
              items={sections.map((section) => ({ ...section, id: section.title }))}
              onAction={(key) => run(String(key))}
              renderEmptyState={() => <Nothing isSearching={isSearching} error={error} />}
              className="min-h-0 overflow-y-auto p-1.5 outline-none"
            >
              {({ title, commands }) => (
                <ListBoxSection id={title}>
                  <Header className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-muted">{title}</Header>
                  <Collection items={commands}>{(command) => <Line command={command} />}</Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function useCommands(
  typed: string,
  onSignOut: () => void,
  { setCreating }: Switcher,
): { title: string; commands: Command[] }[] {
  const me = useMe()
  const may = (action: Action) => mayDo(me, action)
  const openDays = useQuery({ ...openDaysQuery, enabled: may('see_deliveries') }).data?.by_day ?? []
  const work = workCommands(dayOf(new Date(), me.workspace.time_zone), openDays)
  const others = (useQuery(workspacesQuery).data ?? []).filter(({ id }) => id !== me.workspace.id)
  const elsewhere = workspaceCommands(others, () => setCreating(true))
  return [
    { title: 'Actions', commands: matching(allowed([...work, signOutCommand(onSignOut)], may), typed) },
    { title: 'Pages', commands: matching(allowed(pageCommands, may), typed) },
    { title: 'Workspaces', commands: matching(elsewhere, typed) },
  ]
}

function Line({ command: { id, label, description, icon } }: { command: Command }) {
  return (
    <ListBoxItem
      id={id}
      textValue={label}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 outline-none select-none data-focused:bg-hover data-pressed:bg-pressed pointer-coarse:min-h-11"
    >
      <span aria-hidden="true" className="shrink-0 text-ink-muted [&>svg]:size-4">
        {icon}
      </span>
      <Text slot="label" className="shrink-0 truncate max-sm:max-w-[60%] sm:max-w-72">
        {label}
      </Text>
      {description && (
        <Text slot="description" className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
          {description}
        </Text>
      )}
    </ListBoxItem>
  )
}

function Nothing({ isSearching, error }: { isSearching: boolean; error: unknown }) {
  return (
    <p role="status" className="px-4 py-8 text-center text-ink-muted">
      {isSearching ? 'Searching…' : error ? sentenceOf(error) : 'Nothing found. Try a number, a name or an address.'}
    </p>
  )
}
