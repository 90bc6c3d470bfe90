import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { goBack } from '../path.ts'
import { useWords } from '../words/use-words.tsx'

type ScreenProps = {
  title: ReactNode
  /** Below the title. */
  subtitle?: ReactNode
  /** Pages below the tabs can be left to where one came from. */
  onBack?: (() => void) | null
  /** What is done here, always within reach of a thumb. */
  actions?: ReactNode
  /** Without its margins, for a map. */
  isWide?: boolean
  children: ReactNode
}

/** One page of the app: its title, what it shows, and at the bottom what can be done. */
export function Screen({ title, subtitle, onBack = goBack, actions, isWide, children }: ScreenProps) {
  const { say } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers hear where they are now.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <main className={cx('mx-auto flex w-full max-w-xl grow flex-col', !isWide && 'gap-4 px-4 pb-6')}>
        <header className={cx('flex min-h-14 items-center gap-1 pt-2', isWide && 'px-4')}>
          {onBack && (
            <button
              type="button"
              onClick={onBack}
              aria-label={say('back')}
              className="focus-ring -ms-3 grid size-12 shrink-0 place-items-center rounded-full pressed:bg-pressed"
            >
              <ArrowLeft aria-hidden="true" className="size-6 rtl:-scale-x-100" />
            </button>
          )}
          <div className="min-w-0">
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-xl font-bold tracking-tight text-balance wrap-anywhere outline-none"
            >
              {title}
            </h1>
            {subtitle && <p className="text-sm text-ink-muted">{subtitle}</p>}
          </div>
        </header>
        {children}
      </main>
      {actions && (
        <div className="sticky bottom-0 z-20 border-t border-line bg-ground/95 backdrop-blur-sm">
          <div className="mx-auto grid w-full max-w-xl gap-2 px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {actions}
          </div>
        </div>
      )}
    </>
  )
}
