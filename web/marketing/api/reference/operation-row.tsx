import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Described } from '#domain/openapi/operations.ts'
import { fieldsOf, sampleOf, typeOf, type Field, type Schemas } from '#domain/openapi/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { Code, FieldTable, type FieldRow } from '../field-table.tsx'
import { TryIt } from './try-it.tsx'

type OperationProps = { operation: Described; schemas: Schemas; testKey: string }

const methodLooks: Record<string, string> = {
  GET: 'bg-info-soft text-info-ink',
  POST: 'bg-success-soft text-success-ink',
  DELETE: 'bg-danger-soft text-danger-ink',
}

/** One operation: a line that opens to all about it. */
export function OperationRow(props: OperationProps) {
  const { method, path, summary, sunset } = props.operation
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="focus-ring -outline-offset-2 flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover">
        <span
          className={cx(
            'w-16 shrink-0 rounded-md py-0.5 text-center font-mono text-xs font-semibold',
            methodLooks[method] ?? 'bg-warning-soft text-warning-ink',
          )}
        >
          {method}
        </span>
        <span className="font-mono text-sm wrap-anywhere">{path}</span>
        <span className="text-sm text-ink-muted max-sm:w-full">{summary}</span>
        {sunset && <span className="text-sm text-warning-ink">Ends on {sunset}</span>}
      </summary>
      {isOpen && <Operation {...props} />}
    </details>
  )
}

function Operation({ operation, schemas, testKey }: OperationProps) {
  const { parameters, body, reply, media, status } = operation
  const places = ['path', 'query', 'header'] as const
  const names = { path: 'In the path', query: 'In the query', header: 'Headers' }
  return (
    <div className="grid gap-x-10 gap-y-8 border-t bg-ground px-4 py-6 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-7">
        <Callers operation={operation} />
        {places.map((place) => {
          const rows = parameters.filter((each) => each.place === place)
          return (
            rows.length > 0 && (
              <FieldTable
                key={place}
                caption={names[place]}
                rows={rows.map(({ name, required, schema, description }) =>
                  rowOf({ name, required, type: typeOf(schema, schemas), text: description }),
                )}
              />
            )
          )
        })}
        {body && <Fields title="Body" fields={fieldsOf(body, schemas)} />}
        <Answer status={status} media={media} fields={reply ? fieldsOf(reply, schemas) : []} />
      </div>
      <TryIt
        operation={operation}
        sample={body && (operation.bodyExample ?? sampleOf(body, schemas))}
        testKey={testKey}
      />
    </div>
  )
}

const rowOf = ({ name, type, required, text }: Field): FieldRow => ({
  name,
  type: required ? `${type}, required` : type,
  text,
})

function Callers({ operation: { scopes, isOpen, id } }: { operation: Described }) {
  return (
    <p className="text-sm text-ink-muted">
      {isOpen ? (
        'Open to everybody: it needs no key.'
      ) : scopes.length === 0 ? (
        'Only for people who signed in, not for API keys.'
      ) : (
        <>
          Needs an API key with {scopes.length > 1 && 'one of '}
          {scopes.map((scope, index) => (
            <span key={scope}>
              {index > 0 && ', '}
              <Code>{scope}</Code>
            </span>
          ))}
          .
        </>
      )}{' '}
      Operation <Code>{id}</Code>.
    </p>
  )
}

function Answer({ status, media, fields }: { status: string; media: string | undefined; fields: Field[] }) {
  if (fields.length) return <Fields title={`Answer, status ${status}`} fields={fields} />
  return (
    <p className="text-sm">
      <span className="font-semibold">Answer, status {status}: </span>
      <span className="text-ink-muted">{media === undefined ? 'no body' : media === 'json' ? 'JSON' : media}</span>
    </p>
  )
}

const mostOpen = 8

/** A body's fields. Many are closed at first. */
function Fields({ title, fields }: { title: string; fields: Field[] }) {
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`
  return (
    <details className="group/fields" open={fields.length <= mostOpen}>
      <summary className="focus-ring flex min-h-8 cursor-pointer list-none items-center gap-2 rounded-md text-sm pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-muted transition-transform group-open/fields:rotate-90"
        />
        <span className="font-semibold">{title}</span>
        <span className="text-ink-muted">{count}</span>
      </summary>
      <div className="pt-1">
        <FieldTable caption={<span className="sr-only">{title}</span>} rows={fields.map(rowOf)} />
      </div>
    </details>
  )
}
