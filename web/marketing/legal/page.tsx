import { Printer } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { longDay } from '../blog/article.ts'
import { lastPart } from '../markdown/last-part.ts'
import { ProseView } from '../markdown/prose-view.tsx'
import { TableOfContents } from '../markdown/table-of-contents.tsx'
import { pageMeta } from '../page-meta.ts'
import { findLegalText } from './legal.server.ts'

/** Runs at build time only. */
export function loader({ url }: LoaderFunctionArgs) {
  return findLegalText(lastPart(url))
}

export function meta({ loaderData }: { loaderData: ReturnType<typeof loader> | undefined }) {
  return loaderData ? pageMeta(`/${loaderData.name}`) : []
}

export default function LegalPage() {
  const { fields, prose } = useLoaderData<typeof loader>()
  return (
    <article className="mx-auto max-w-6xl px-5 pt-10 pb-16 lg:pt-16 lg:pb-24 print:p-0">
      <header className="flex flex-wrap items-end justify-between gap-6 border-b pb-8">
        <div className="max-w-3xl">
          <h1 className="text-[2.25rem] leading-[1.1] font-semibold tracking-[-0.025em] text-balance sm:text-5xl">
            {fields.title}
          </h1>
          <p className="mt-4 text-lg text-pretty text-ink-muted">{fields.description}</p>
          <p className="mt-4 text-sm text-ink-muted">
            Last updated: <time dateTime={fields.updated}>{longDay(fields.updated)}</time>
          </p>
        </div>
        <PlainButton
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => window.print()}
          className="print:hidden"
        >
          Print
        </PlainButton>
      </header>
      <div className="mt-10 grid gap-x-14 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <TableOfContents contents={prose.contents} />
        <ProseView html={prose.html} />
      </div>
    </article>
  )
}
