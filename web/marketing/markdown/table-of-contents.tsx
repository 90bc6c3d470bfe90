import type { ContentsEntry } from './render-markdown.ts'

/** Next to the text on wide screens and above it on narrow ones. */
export function TableOfContents({ contents }: { contents: readonly ContentsEntry[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="text-sm lg:sticky lg:top-24 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto print:hidden"
    >
      <h2 id="contents" className="font-semibold">
        On this page
      </h2>
      <ul className="mt-3 grid border-l">
        {contents.map((entry) => (
          <li key={entry.id}>
            <a
              href={`#${entry.id}`}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-ink-muted hover:border-brand hover:text-ink"
            >
              {entry.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
