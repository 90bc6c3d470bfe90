import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { languages, useLanguage, type Language } from './use-language.ts'

/**
 * One call in three languages. All three share one grid cell, so switching shifts nothing. Without JavaScript they are
 * stacked.
 */
export function CodeExample({ title, code }: { title: string; code: Record<Language, string> }) {
  const [chosen] = useLanguage()
  return (
    <div className="grid min-w-0 noscript:gap-4">
      {languages.map(({ id, label }) => (
        <CodeBlock
          key={id}
          title={`${title} in ${label}`}
          code={code[id]}
          head={<LanguageSwitch own={id} label={label} />}
          className={cx('not-noscript:[grid-area:1/1]', id !== chosen && 'not-noscript:invisible')}
        />
      ))}
    </div>
  )
}

function LanguageSwitch({ own, label }: { own: Language; label: string }) {
  const isAlive = useHydrated()
  const [chosen, choose] = useLanguage()
  return (
    <>
      <span className="hidden noscript:inline">{label}</span>
      <span role="group" aria-label="Language" className="-ml-2 flex gap-0.5 noscript:hidden">
        {languages.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            disabled={!isAlive}
            aria-pressed={id === chosen}
            onClick={(event) => {
              choose(id)
              focusSame(event.currentTarget, own, id)
            }}
            className="focus-ring min-h-8 rounded-md px-2.5 text-[0.8125rem] text-ink-muted hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {label}
          </button>
        ))}
      </span>
    </>
  )
}

/** The clicked block is replaced by another, so focus moves to the same button there. */
function focusSame(button: HTMLElement, from: Language, to: Language): void {
  if (from === to) return
  const blocks = button.closest('figure')!.parentElement!.children
  const index = languages.findIndex(({ id }) => id === to)
  requestAnimationFrame(() => blocks[index]!.querySelectorAll<HTMLElement>('[aria-pressed]')[index]?.focus())
}
