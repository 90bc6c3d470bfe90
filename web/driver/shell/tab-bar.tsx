import { cx } from '#web/ui/cx.ts'
import { go } from '../path.ts'
import { useWords } from '../words/use-words.tsx'
import { tabs, type TabName } from './tabs.ts'

export function TabBar({ current }: { current: TabName }) {
  const { say } = useWords()
  return (
    <nav
      aria-label={say('nav.label')}
      className="sticky bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-xl">
        {tabs.map(({ name, path, label, icon: Icon }) => (
          <li key={name} className="flex-1">
            <a
              href={`/driver${path === '/' ? '' : path}`}
              aria-current={name === current ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault()
                go(path, { replace: current !== 'today' && path !== '/' })
              }}
              className={cx(
                'focus-ring flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium',
                name === current ? 'text-brand-ink' : 'text-ink-muted',
              )}
            >
              <Icon aria-hidden="true" className="size-6" />
              {say(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
