import { Building2, Warehouse } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useScopeNames } from './use-scope-names.ts'

type Scope = { client: string; depot: string }

/** Chooses whose deliveries to show, and of which depot. Empty for all; `none` for those without a client. */
export function ScopeFilters({ client, depot, onChange }: Scope & { onChange: (scope: Partial<Scope>) => void }) {
  const { hasClients, hasDepots, clients, depots, names } = useScopeNames()
  if (!hasClients && !hasDepots && client === '' && depot === '') return null
  return (
    // Phones have no room beside the search.
    <div className="flex items-center gap-2 max-sm:order-last max-sm:w-full">
      {(hasClients || client !== '') && (
        <ScopeMenu
          label="Client"
          icon={<Building2 aria-hidden="true" className="size-4" />}
          chosen={client}
          options={[
            { id: '', label: 'All clients' },
            { id: 'none', label: 'Your own' },
            ...clients.map(({ id, name }) => ({ id, label: name })),
          ]}
          words={client === '' ? 'All clients' : client === 'none' ? 'Your own' : (names.get(client) ?? 'One client')}
          onChoose={(id) => onChange({ client: id })}
        />
      )}
      {(hasDepots || depot !== '') && (
        <ScopeMenu
          label="Depot"
          icon={<Warehouse aria-hidden="true" className="size-4" />}
          chosen={depot}
          options={[{ id: '', label: 'All depots' }, ...depots.map(({ id, name }) => ({ id, label: name }))]}
          words={depot === '' ? 'All depots' : (names.get(depot) ?? 'One depot')}
          onChoose={(id) => onChange({ depot: id })}
        />
      )}
    </div>
  )
}

type ScopeMenuProps = {
  label: string
  icon: ReactNode
  chosen: string
  options: { id: string; label: string }[]
  words: string
  onChoose: (id: string) => void
}

/** An id that no record has: menus take no empty one. */
const all = 'all'

function ScopeMenu({ label, icon, chosen, options, words, onChoose }: ScopeMenuProps) {
  return (
    <Menu
      aria-label={label}
      placement="bottom start"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen || all]}
      onAction={(id) => onChoose(id === all ? '' : String(id))}
      trigger={
        <Button
          size="small"
          variant="quiet"
          aria-label={`${label}: ${words}`}
          icon={icon}
          className={cx('max-w-48 rounded-full! md:max-w-40', chosen !== '' && 'bg-brand-soft text-brand-ink')}
        >
          <span className="truncate">{words}</span>
        </Button>
      }
    >
      {options.map((option) => (
        <MenuItem key={option.id || all} id={option.id || all}>
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
