import { Dialog } from '#web/ui/dialog.tsx'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

type Keys = { title: string; keys: readonly (readonly [key: string, words: string, changes?: 'changes'])[] }

/** The keys of the planning page by what they are for, and which of them change the plan. */
export const shortcuts: readonly Keys[] = [
  {
    title: 'Stops in the list',
    keys: [
      ['↑ ↓', 'Go through the stops'],
      ['Shift ↑ ↓', 'Select more', 'changes'],
      ['Ctrl A', 'Select the whole route', 'changes'],
      ['Alt ↑ ↓', 'Move what is selected up or down', 'changes'],
      ['M', 'Move to a route, driver or day: the cheapest first', 'changes'],
      ['D', 'Pick up; then ← → place, ↑ ↓ route, U off the routes, Enter drops', 'changes'],
      ['P', 'Put after another stop', 'changes'],
      ['L', 'Lock or unlock', 'changes'],
      ['Delete', 'Take off the plan', 'changes'],
      ['Shift F10', 'Open the menu of a stop', 'changes'],
    ],
  },
  {
    title: 'Anywhere on the plan',
    keys: [
      ['Ctrl Z', 'Undo', 'changes'],
      ['Ctrl Shift Z', 'Redo', 'changes'],
      ['H', 'List of changes'],
      ['1, 2, 3', 'Go to the routes, the map, the timeline'],
      ['[ ]', 'Open the previous or the next route'],
      ['A', 'Select all stops of the open route', 'changes'],
      ['T', 'Select the late stops', 'changes'],
      ['Shift L', 'Lock or unlock the open route', 'changes'],
      ['Esc', 'Clear the selection, or drop a change', 'changes'],
      ['?', 'This list'],
    ],
  },
  {
    title: 'On the timeline',
    keys: [
      ['← →', 'Go through the stops'],
      ['↑ ↓', 'Go to the route above or below, at the same time'],
      ['Enter', 'Select a stop, or open a route'],
      ['Space', 'Select more, or less', 'changes'],
      ['+ − 0', 'Show more or less of the day, or all of it'],
    ],
  },
  {
    title: 'On the map',
    keys: [
      ['Shift and drag', 'Select the stops in a box', 'changes'],
      ['Ctrl and click', 'Select more', 'changes'],
      ['Arrow keys', 'Go through the stops'],
    ],
  },
]

/** Those that somebody can use who may change the plan, or only look at it. */
export const shortcutsFor = (mayChange: boolean): Keys[] =>
  shortcuts
    .map(({ title, keys }) => ({ title, keys: keys.filter(([, , changes]) => mayChange || !changes) }))
    .filter(({ keys }) => keys.length > 0)

/** What the keyboard can do on the planning page. */
export function ShortcutsDialog({ mayChange, onClose }: { mayChange: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-4">
        {shortcutsFor(mayChange).map(({ title, keys }) => (
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
