import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A section of the documentation with its own anchor. */
export function DocPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-12 scroll-mt-24 first:mt-0">
      <h3 className="text-xl font-semibold tracking-tight">{title}</h3>
      <div className="mt-3 grid gap-4 text-pretty text-ink-muted [&>*]:min-w-0">{children}</div>
    </section>
  )
}

/** A panel’s sections, with a table of contents on wide screens. */
export function DocReading({
  parts,
  children,
}: {
  parts: readonly { id: string; title: string }[]
  children: ReactNode
}) {
  return (
    <div className="grid gap-x-16 lg:grid-cols-[minmax(0,48rem)_1fr]">
      <div className="min-w-0">{children}</div>
      <nav aria-label="On this page" className="sticky top-28 hidden self-start border-l pl-5 text-sm lg:block">
        <p className="font-semibold">On this page</p>
        <ul className="mt-2 grid gap-0.5">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                className="inline-block rounded-sm py-1 text-ink-muted hover:text-ink hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

export function DocHead({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div className="mb-10">
      <h2 className="text-3xl font-semibold tracking-[-0.02em]">{title}</h2>
      <p className="mt-3 text-lg text-pretty text-ink-muted">{lead}</p>
    </div>
  )
}
