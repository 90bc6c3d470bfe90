import { cx } from '#web/ui/cx.ts'
import { go } from '../path.ts'
import { useThread } from '../messages/use-thread.ts'
import { useWords } from '../words/use-words.tsx'
import { tabs, type TabName } from './tabs.ts'

export function TabBar({ current }: { current: TabName }) {
  const { say } = useWords()
  const unread = useThread()?.unread.length ?? 0
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
              <span className="relative">
                <Icon aria-hidden="true" className="size-6" />
                {name === 'messages' && unread > 0 && (
                  <span className="absolute -end-3 -top-1.5 min-w-5 rounded-full bg-danger px-1 text-center leading-5 font-semibold text-on-danger tabular-nums">
                    <span aria-hidden="true">{unread}</span>
                    <span className="sr-only">{say('messages.unread', { count: unread })} </span>
                  </span>
                )}
              </span>
              {say(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
