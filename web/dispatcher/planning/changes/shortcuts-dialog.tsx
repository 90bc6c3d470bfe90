import { Dialog } from '#web/ui/dialog.tsx'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of the planning page by what they are for. */
export const shortcuts = [
  {
    title: 'Stops in the list',
    keys: [
      ['↑ ↓', 'Go through the stops'],
      ['Shift ↑ ↓', 'Select more'],
      ['Ctrl A', 'Select the whole route'],
      ['Alt ↑ ↓', 'Move what is selected up or down'],
      ['M', 'Move to another route'],
      ['P', 'Put after another stop'],
      ['L', 'Lock or unlock'],
      ['Delete', 'Take off the plan'],
      ['Shift F10', 'Open the menu of a stop'],
    ],
  },
  {
    title: 'Anywhere on the plan',
    keys: [
      ['Ctrl Z', 'Undo'],
      ['Ctrl Shift Z', 'Redo'],
      ['H', 'List of changes'],
      ['Esc', 'Clear the selection, or drop a change'],
      ['?', 'This list'],
    ],
  },
  {
    title: 'On the map',
    keys: [
      ['Shift and drag', 'Select the stops in a box'],
      ['Ctrl and click', 'Select more'],
    ],
  },
] as const

/** What the keyboard can do on the planning page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-4">
        {shortcuts.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1.5 text-xs font-medium text-ink-muted">{title}</h3>
            <dl className="grid grid-cols-[9rem_1fr] gap-y-1.5">
              {keys.map(([key, words]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded border px-1.5 py-0.5 font-sans text-xs">
                      {isMac() ? key.replace('Ctrl', '⌘') : key}
                    </kbd>
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
