import type { ReactNode } from 'react'
import { CodeBlock } from '../parts/code-block.tsx'
import { CodeExample } from './code-example.tsx'
import { FieldTable, type FieldRow } from './field-table.tsx'
import type { Language } from './use-language.ts'

type EndpointDocProps = {
  id: string
  method: 'GET' | 'POST'
  path: string
  title: string
  /** What it does and returns. */
  children: ReactNode
  tables: readonly { caption: string; rows: readonly FieldRow[] }[]
  /** What the code example does. Defaults to the endpoint's title. */
  example?: string
  code: Record<Language, string>
  /** A sample request or response body. */
  body: { title: string; value: unknown }
}

/** One endpoint: what it does and its fields on the left, how to call it on the right. */
export function EndpointDoc(props: EndpointDocProps) {
  const { id, method, path, title, children, tables, example = title, code, body } = props
  return (
    <section id={id} className="mt-14 grid scroll-mt-24 gap-x-12 gap-y-8 border-t pt-12 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="text-2xl font-semibold tracking-tight">{title}</h3>
        <p className="mt-3 flex flex-wrap items-center gap-2.5 font-mono text-[0.9375rem]">
          <span className="rounded-md bg-brand-soft px-2 py-0.5 text-sm font-semibold text-brand-ink">{method}</span>
          <span className="wrap-anywhere">{path}</span>
        </p>
        <p className="mt-4 mb-8 text-pretty text-ink-muted">{children}</p>
        <div className="grid gap-8">
          {tables.map((table) => (
            <FieldTable key={table.caption} {...table} />
          ))}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <CodeExample title={example} code={code} />
        <CodeBlock title={body.title} code={JSON.stringify(body.value, null, 2)} />
      </div>
    </section>
  )
}
