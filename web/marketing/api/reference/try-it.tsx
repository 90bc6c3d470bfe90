import { useState, type FormEvent } from 'react'
import { exampleCalls } from '#domain/openapi/example-calls.ts'
import type { Described } from '#domain/openapi/operations.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField, PlainTextArea } from '#web/ui/plain-field.tsx'
import { siteOrigin } from '../../page-meta.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CodeExample } from '../code-example.tsx'
import { send, type Answer } from './send.ts'

type TryItProps = { operation: Described; sample: unknown; testKey: string }

/** The call in three languages, as it is filled in, and a button that makes it. */
export function TryIt({ operation, sample, testKey }: TryItProps) {
  const { method, path, parameters, isOpen, scopes } = operation
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => (sample === undefined ? '' : JSON.stringify(sample, null, 2)))
  const [answer, setAnswer] = useState<Answer>()
  const [isPending, setPending] = useState(false)
  const filled = parameters.filter(({ place }) => place !== 'header')
  const url = addressOf(path, filled, values)
  const read = readBody(body)
  const isMissing = filled.some(({ name, place }) => place === 'path' && !values[name])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    setAnswer(await send({ method, url, body: body === '' ? undefined : body, key: testKey }))
    setPending(false)
  }
  return (
    <div className="grid min-w-0 content-start gap-5">
      <CodeExample title="Example call" code={exampleCalls({ method, url: siteOrigin() + url, body: read.value })} />
      {(isOpen || scopes.length > 0) && (
        <form onSubmit={(event) => void submit(event)} className="grid gap-4 rounded-xl border bg-surface p-4">
          <h5 className="font-semibold">Try it</h5>
          {filled.map(({ name, place }) => (
            <PlainField
              key={name}
              label={name}
              required={place === 'path'}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          ))}
          {sample !== undefined && (
            <PlainTextArea
              label="Body"
              className="font-mono"
              rows={Math.min(14, body.split('\n').length + 1)}
              spellCheck={false}
              value={body}
              {...(read.problem && { problem: read.problem })}
              onChange={({ target }) => setBody(target.value)}
            />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <PlainButton
              type="submit"
              variant="primary"
              isPending={isPending}
              disabled={!testKey || isMissing || read.problem !== undefined}
            >
              Send
            </PlainButton>
            {!testKey && <p className="text-sm text-ink-muted">Put in a test key above first.</p>}
          </div>
          {answer && <Shown answer={answer} />}
        </form>
      )}
    </div>
  )
}

function Shown({ answer }: { answer: Answer }) {
  if ('problem' in answer) return <PlainAlert>{answer.problem}</PlainAlert>
  return (
    <div role="status" className="min-w-0">
      <CodeBlock
        title={`Status ${answer.status}, ${answer.milliseconds} ms`}
        code={answer.text || 'No body'}
        className="max-h-96"
      />
    </div>
  )
}

/** The address of a call, with what is filled in. A path parameter that is not stays as `{name}`. */
function addressOf(path: string, filled: Described['parameters'], values: Record<string, string>): string {
  const reached = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  )
  const query = filled.flatMap(({ name, place }) => (place === 'query' && values[name] ? [[name, values[name]]] : []))
  return `/v1${reached}${query.length ? `?${new URLSearchParams(query)}` : ''}`
}

function readBody(text: string): { value: unknown; problem?: string } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { value: undefined, problem: 'This is not JSON.' }
  }
}
