import type { ReactNode } from 'react'
import { operationKeptHours } from '#domain/api-quota.ts'
import { deliveryStates } from '#domain/delivery-state.ts'
import { deliveryExample, newDeliveryExample } from '#domain/api/delivery-examples.ts'
import { operationExample, planExample } from '#domain/api/optimize-examples.ts'
import { OperationStatus } from '#domain/schema/operation.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { CodeExample } from './code-example.tsx'
import { DocHead } from './doc-part.tsx'
import createInJavaScript from './examples/create-delivery.mjs?raw'
import createInPython from './examples/create-delivery.py?raw'
import createInShell from './examples/create-delivery.sh?raw'
import getInJavaScript from './examples/get-delivery.mjs?raw'
import getInPython from './examples/get-delivery.py?raw'
import getInShell from './examples/get-delivery.sh?raw'
import laterInJavaScript from './examples/optimize-later.mjs?raw'
import laterInPython from './examples/optimize-later.py?raw'
import laterInShell from './examples/optimize-later.sh?raw'
import optimizeInJavaScript from './examples/optimize.mjs?raw'
import optimizeInPython from './examples/optimize.py?raw'
import optimizeInShell from './examples/optimize.sh?raw'
import { Code, FieldTable, type FieldRow } from './field-table.tsx'

const { id, status, current_location, estimated_arrival } = deliveryExample
const statusExample = { id, status, current_location, estimated_arrival }

const requestFields: readonly FieldRow[] = [
  { name: 'pickup_address', type: 'text', text: 'Where it is taken from. Your depot when you leave it out.' },
  { name: 'delivery_address', type: 'text, required', text: 'Where it is brought to.' },
  { name: 'recipient_name', type: 'text', text: 'Who receives it.' },
  {
    name: 'recipient_phone',
    type: 'text',
    text: (
      <>
        With country code, like <Code>+628110000001</Code>.
      </>
    ),
  },
  {
    name: 'scheduled_time',
    type: 'ISO timestamp',
    text: (
      <>
        When it should arrive. It sets the day, and a window of 30 minutes either side. Required, unless you give the
        day alone as <Code>scheduled_date</Code>.
      </>
    ),
  },
]

const replyFields: readonly FieldRow[] = [
  { name: 'id', type: 'text', text: 'The delivery, for later questions about it.' },
  {
    name: 'status',
    type: 'one of',
    text: (
      <span className="flex flex-wrap gap-1.5">
        {deliveryStates.map((state) => (
          <Code key={state}>{state}</Code>
        ))}
      </span>
    ),
  },
  {
    name: 'current_location',
    type: 'lat, lng or null',
    text: (
      <>
        Where the driver is, as <Code>lat</Code> and <Code>lng</Code>, while the delivery is on the road;{' '}
        <Code>null</Code> until that is known.
      </>
    ),
  },
  { name: 'estimated_arrival', type: 'ISO timestamp or null', text: 'When we expect it to arrive.' },
]

const searchFields: readonly FieldRow[] = [
  {
    name: 'time_limit_seconds',
    type: 'number',
    text: 'How long to search. One second for every 100 stops when you leave it out.',
  },
  { name: 'threads', type: 'number', text: 'Searches at the same time, which learn from each other. 1 unless told.' },
  {
    name: 'seed, iteration_limit',
    type: 'numbers',
    text: 'The same problem, seed and number of iterations give the same plan again.',
  },
]

const problemFields: readonly FieldRow[] = [
  {
    name: 'vehicles',
    type: 'list, required',
    text: (
      <>
        Where they start and end, what they hold, when they work. Places are <Code>[longitude, latitude]</Code>, or an
        index into your own <Code>matrices</Code>.
      </>
    ),
  },
  { name: 'jobs', type: 'list', text: 'Places to visit, with service times, windows, amounts, skills and priorities.' },
  { name: 'shipments', type: 'list', text: 'What one vehicle picks up at one place and delivers at another.' },
  { name: 'matrices', type: 'by profile', text: 'Durations, distances and costs between places, if you have them.' },
]

const operationFields: readonly FieldRow[] = [
  {
    name: 'status',
    type: 'one of',
    text: (
      <span className="flex flex-wrap gap-1.5">
        {OperationStatus.options.map((status) => (
          <Code key={status}>{status}</Code>
        ))}
      </span>
    ),
  },
  { name: 'progress', type: 'object or null', text: 'Cost, routes and unassigned of the best plan so far.' },
  { name: 'result', type: 'plan or null', text: 'The plan, once it is done.' },
  {
    name: 'finished_at',
    type: 'ISO timestamp or null',
    text: `When it ended. It can be read for ${operationKeptHours} hours more.`,
  },
]

const { cost, routes, unassigned, duration, distance } = planExample.summary
const shortPlan = {
  code: planExample.code,
  summary: { cost, routes, unassigned, duration, distance },
  routes: planExample.routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.map(({ type, id, arrival }) => ({ type, id, arrival })),
  })),
}
const { progress, result, finished_at } = operationExample
const progressExample = { id: operationExample.id, status: operationExample.status, progress, result, finished_at }

export function Endpoints() {
  return (
    <>
      <DocHead
        title="Endpoints"
        lead="Two are enough for a shop: one creates a delivery, one says how it is doing. Two more plan routes for you. The OpenAPI document describes all of them, field by field."
      />
      <EndpointDoc
        id="create-delivery"
        method="POST"
        path="/deliveries"
        title="Create a delivery"
        text={
          <>
            Answers with status 201 and the whole delivery, with its <Code>id</Code>.
          </>
        }
        tables={<FieldTable caption="Request" rows={requestFields} />}
        samples={
          <>
            <CodeExample
              title="Create a delivery"
              code={{ curl: createInShell, javascript: createInJavaScript, python: createInPython }}
            />
            <CodeBlock title="Request body" code={JSON.stringify(newDeliveryExample, null, 2)} />
          </>
        }
      />
      <EndpointDoc
        id="get-delivery"
        method="GET"
        path="/deliveries/{id}"
        title="Read a delivery"
        text="Answers with status 200, these fields, and everything else that is known of the delivery."
        tables={<FieldTable caption="Response" rows={replyFields} />}
        samples={
          <>
            <CodeExample
              title="Read a delivery"
              code={{ curl: getInShell, javascript: getInJavaScript, python: getInPython }}
            />
            <CodeBlock title="Response body, in part" code={JSON.stringify(statusExample, null, 2)} />
          </>
        }
      />
      <EndpointDoc
        id="optimize"
        method="POST"
        path="/optimize"
        title="Plan routes"
        text={
          <>
            Takes a problem in VROOM’s JSON and answers with status 200 and the plan in VROOM’s JSON. When that takes
            longer, or you ask for it with <Code>Prefer: respond-async</Code>, the answer is status 202, and{' '}
            <Code>Location</Code> says where to read the operation. What cannot be used is refused with its path and the
            reason.
          </>
        }
        tables={
          <div className="grid gap-8">
            <FieldTable caption="The problem" rows={problemFields} />
            <FieldTable caption="How to search, in the address" rows={searchFields} />
          </div>
        }
        samples={
          <>
            <CodeExample
              title="Plan routes"
              code={{ curl: optimizeInShell, javascript: optimizeInJavaScript, python: optimizeInPython }}
            />
            <CodeBlock title="The plan, in part" code={JSON.stringify(shortPlan, null, 2)} />
          </>
        }
      />
      <EndpointDoc
        id="get-operation"
        method="GET"
        path="/operations/{id}"
        title="Read an operation"
        text={
          <>
            For larger problems: send them, then ask every second or so. <Code>POST /operations/{'{id}'}/cancel</Code>{' '}
            ends the search and answers with the best plan so far.
          </>
        }
        tables={<FieldTable caption="The operation" rows={operationFields} />}
        samples={
          <>
            <CodeExample
              title="Plan routes and wait for them"
              code={{ curl: laterInShell, javascript: laterInJavaScript, python: laterInPython }}
            />
            <CodeBlock title="The operation, in part" code={JSON.stringify(progressExample, null, 2)} />
          </>
        }
      />
    </>
  )
}

type EndpointDocProps = {
  id: string
  method: 'GET' | 'POST'
  path: string
  title: string
  text: ReactNode
  tables: ReactNode
  samples: ReactNode
}

/** One endpoint: what it does and takes at the left, how to call it at the right. */
function EndpointDoc({ id, method, path, title, text, tables, samples }: EndpointDocProps) {
  return (
    <section id={id} className="mt-14 grid scroll-mt-24 gap-x-12 gap-y-8 border-t pt-12 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="text-2xl font-semibold tracking-tight">{title}</h3>
        <p className="mt-3 flex flex-wrap items-center gap-2.5 font-mono text-[0.9375rem]">
          <span className="rounded-md bg-brand-soft px-2 py-0.5 text-sm font-semibold text-brand-ink">{method}</span>
          <span className="wrap-anywhere">{path}</span>
        </p>
        <p className="mt-4 mb-8 text-pretty text-ink-muted">{text}</p>
        {tables}
      </div>
      <div className="grid min-w-0 content-start gap-5">{samples}</div>
    </section>
  )
}
