import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ProseView } from '../markdown/prose-view.tsx'
import type { Prose } from '../markdown/read-markdown.ts'
import { TableOfContents } from '../markdown/table-of-contents.tsx'
import { Illustration } from './illustrations/illustration.tsx'
import type { IllustrationName } from './illustrations/names.ts'

type ReadingPageProps = {
  back: { to: string; label: string }
  /** Shown above the title; `below` goes under the lead. */
  above: ReactNode
  below?: ReactNode
  title: string
  lead: string
  image: IllustrationName
  prose: Prose
}

/** The layout of articles and case studies. */
export function ReadingPage({ back, above, below, title, lead, image, prose }: ReadingPageProps) {
  return (
    <article className="mx-auto max-w-6xl px-5 pt-8 pb-16 lg:pt-12 lg:pb-24">
      <Link
        to={back.to}
        className="inline-flex items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-brand-ink hover:underline print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {back.label}
      </Link>
      <header className="mt-6 grid items-center gap-x-12 gap-y-8 lg:grid-cols-[1.15fr_1fr]">
        <div>
          {above}
          <h1 className="mt-4 text-[2rem] leading-[1.12] font-semibold tracking-[-0.025em] text-balance sm:text-[2.75rem]">
            {title}
          </h1>
          <p className="mt-5 text-lg text-pretty text-ink-muted sm:text-xl">{lead}</p>
          {below && <div className="mt-7">{below}</div>}
        </div>
        <div className="overflow-hidden rounded-3xl border print:hidden">
          <Illustration name={image} />
        </div>
      </header>
      <div className="mt-12 grid gap-x-14 gap-y-8 border-t pt-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:pt-14">
        <TableOfContents contents={prose.contents} />
        <ProseView html={prose.html} />
      </div>
    </article>
  )
}
