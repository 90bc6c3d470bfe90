import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedView } from '#domain/schema/saved-view.ts'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/menu.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { isFiltered, type DeliveriesFilter } from '../deliveries-address.ts'
import { useViews } from './use-views.ts'

export const viewsButtonId = 'delivery-views'

type ViewsMenuProps = { filter: DeliveriesFilter; onChange: (filter: DeliveriesFilter) => void }

/** The views that somebody saved or shares: show one, save what is shown, or change one. */
export function ViewsMenu({ filter, onChange }: ViewsMenuProps) {
  const views = useViews(filter, onChange)
  const mayShare = useMay('change_deliveries')
  const mayManage = useMay('manage_workspace')
  const [naming, setNaming] = useState<'new' | SavedView>()
  const { all, shown } = views
  const groups = [
    { title: 'Your views', list: all.filter(({ is_own }) => is_own) },
    { title: 'Shared with you', list: all.filter(({ is_own }) => !is_own) },
  ].filter(({ list }) => list.length > 0)
  const isMine = shown && (shown.is_own || mayManage)
  return (
    <>
      <Menu
        aria-label="Saved views"
        placement="bottom start"
        trigger={
          <Button
            id={viewsButtonId}
            size="small"
            aria-keyshortcuts="v"
            icon={<Bookmark aria-hidden="true" className="size-4" />}
          >
            <span className={shown ? 'max-w-40 truncate max-md:sr-only' : 'max-xl:sr-only'}>
              {shown?.name ?? 'Views'}
            </span>
          </Button>
        }
      >
        {groups.map(({ title, list }) => (
          <MenuSection key={title} title={title}>
            {list.map((view) => (
              <MenuItem
                key={view.id}
                id={view.id}
                {...(view.is_default && { description: 'Opens with the list' })}
                onAction={() => views.show(view)}
              >
                {view.name}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        {groups.length > 0 && <MenuSeparator />}
        {!shown && <MenuItem onAction={() => setNaming('new')}>Save this view…</MenuItem>}
        {!shown && isFiltered(filter) && all.some(({ is_own }) => is_own) && (
          <MenuSection title="Save over">
            {all
              .filter(({ is_own }) => is_own)
              .map((view) => (
                <MenuItem key={view.id} id={`over-${view.id}`} onAction={() => void views.overwrite(view)}>
                  {view.name}
                </MenuItem>
              ))}
          </MenuSection>
        )}
        {shown && (
          <MenuItem onAction={() => void views.makeDefault(shown, !shown.is_default)}>
            {shown.is_default ? 'Do not open the list with it' : 'Open the list with it'}
          </MenuItem>
        )}
        {isMine && <MenuItem onAction={() => setNaming(shown)}>Rename or share…</MenuItem>}
        {isMine && (
          <MenuItem isDestructive onAction={() => void views.remove(shown)}>
            {`Delete “${shown.name}”`}
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <NameDialog
          view={naming === 'new' ? undefined : naming}
          mayShare={mayShare}
          onClose={() => setNaming(undefined)}
          onSave={(name, isShared) =>
            void (naming === 'new' ? views.save(name, isShared) : views.rename(naming, name, isShared))
          }
        />
      )}
    </>
  )
}

type NameDialogProps = {
  view: SavedView | undefined
  mayShare: boolean
  onClose: () => void
  onSave: (name: string, isShared: boolean) => void
}

function NameDialog({ view, mayShare, onClose, onSave }: NameDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  return (
    <Dialog isOpen onOpenChange={onClose} title={view ? 'Rename or share the view' : 'Save this view'}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!name.trim()) return
          onClose()
          onSave(name.trim(), isShared)
        }}
      >
        <TextField
          label="Name"
          description={view ? undefined : 'Keeps the filters, the order and the columns as they are now.'}
          autoFocus
          isRequired
          maxLength={60}
          value={name}
          onChange={setName}
        />
        {mayShare && (
          <Switch isSelected={isShared} onChange={setShared}>
            Share it with everybody in the workspace
          </Switch>
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
