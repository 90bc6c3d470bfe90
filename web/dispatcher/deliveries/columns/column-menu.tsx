import { Columns3 } from 'lucide-react'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useCustomFields } from '../form/use-custom-fields.ts'
import { readChosen, useChosenColumns } from './chosen-columns.ts'
import { orderColumns } from './order-columns.tsx'

/** Chooses which further columns the list shows. */
export function ColumnMenu() {
  const { workspace } = useMe()
  const { text, choose } = useChosenColumns()
  const columns = orderColumns(workspace.currency, useCustomFields())
  return (
    <Menu
      aria-label="Columns"
      selectionMode="multiple"
      selectedKeys={readChosen(text)}
      onSelectionChange={(keys) => choose(columns.map(({ id }) => id).filter((id) => keys === 'all' || keys.has(id)))}
      trigger={
        <Button size="small" icon={<Columns3 aria-hidden="true" className="size-4" />}>
          <span className="max-xl:sr-only">Columns</span>
        </Button>
      }
    >
      {columns.map(({ id, header }) => (
        <MenuItem key={id} id={id}>
          {header}
        </MenuItem>
      ))}
    </Menu>
  )
}
