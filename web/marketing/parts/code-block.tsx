import { useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { highlight, type TokenKind } from './highlight.ts'

const looks: Record<TokenKind, string | undefined> = {
  comment: 'text-ink-faint',
  string: 'text-success-ink',
  number: 'text-info-ink',
  word: 'text-violet-ink',
  plain: undefined,
}

type CodeBlockProps = {
  /** Describes the code, in the header and for screen readers. */
  title: string
  code: string
  /** Replaces the title in the header, such as a language switch. */
  head?: ReactNode
  className?: string
}

export function CodeBlock({ title, code, head, className }: CodeBlockProps) {
  const ref = useRef<HTMLPreElement>(null)
  const text = code.trimEnd()
  return (
    <figure className={cx('flex min-w-0 flex-col overflow-hidden rounded-xl border bg-sunken', className)}>
      <figcaption className="flex items-center justify-between gap-3 border-b bg-surface py-1.5 pr-2 pl-4 text-sm font-medium">
        {head ?? title}
        <CopyButton text={text} of={title} onRefused={() => getSelection()?.selectAllChildren(ref.current!)} />
      </figcaption>
      <pre
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={title}
        className="focus-ring -outline-offset-2 flex-1 overflow-x-auto p-4 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code>
          {highlight(text).map(({ kind, text }, position) => (
            // The tokens never change order.
            <span key={position} className={looks[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
