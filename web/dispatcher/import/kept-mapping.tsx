import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/menu.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Import } from './use-import.ts'

/** Which earlier file this one is like, and keeping its columns for the next one. */
export function KeptMapping<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { kept, sheet } = current
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const [name, setName] = useState('')
  if (!kept.mayKeep) return null
  const { known } = kept
  const others = kept.all.filter((each) => each !== known)
  if (naming) {
    return (
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!name.trim()) return
          setNaming(undefined)
          void (naming === 'rename' && known ? kept.rename(known, name.trim()) : kept.keep(name.trim()))
        }}
      >
        <TextField label="Name of these columns" autoFocus maxLength={60} value={name} onChange={setName} />
        <Button type="submit" variant="primary">
          {naming === 'rename' ? 'Rename' : 'Keep'}
        </Button>
        <Button onPress={() => setNaming(undefined)}>Cancel</Button>
      </form>
    )
  }
  const startNaming = (what: 'new' | 'rename', proposed: string) => {
    setName(proposed)
    setNaming(what)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {known && (
        <p className="flex items-center gap-1.5 text-ink-muted">
          <BookmarkCheck aria-hidden="true" className="size-4 text-success-ink" />
          Columns as in “{known.name}”{kept.isUnchanged ? '' : ', changed'}
        </p>
      )}
      {!known && (
        <Button
          size="small"
          variant="quiet"
          icon={<BookmarkPlus aria-hidden="true" className="size-4" />}
          onPress={() => startNaming('new', sheet?.name.replace(/\.\w+$/, '').slice(0, 60) ?? '')}
        >
          Keep these columns for the next file
        </Button>
      )}
      {kept.all.length > 0 && (
        <Menu
          aria-label="Kept columns"
          placement="bottom start"
          trigger={
            <Button size="small" variant="quiet">
              Kept columns
            </Button>
          }
        >
          {others.length > 0 && (
            <MenuSection title="Use the columns of">
              {others.map((each) => (
                <MenuItem key={each.id} id={each.id} onAction={() => kept.use(each)}>
                  {each.name}
                </MenuItem>
              ))}
            </MenuSection>
          )}
          {others.length > 0 && known && <MenuSeparator />}
          {known && !kept.isUnchanged && <MenuItem onAction={() => void kept.update(known)}>Keep the changes</MenuItem>}
          {known && <MenuItem onAction={() => startNaming('rename', known.name)}>{`Rename “${known.name}”`}</MenuItem>}
          {known && (
            <MenuItem isDestructive onAction={() => void kept.remove(known)}>
              {`Forget “${known.name}”`}
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  )
}
