import { Link } from 'react-router'
import { errors, type ErrorCode } from '#domain/errors.ts'
import { apiRequestsOf, optimizeLimitsOf, plans } from '../pricing/plans.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { siteOrigin } from '../page-meta.ts'
import firstCall from './examples/first-call.sh?raw'
import { DocHead, DocPart, DocReading } from './doc-part.tsx'
import { Code } from './field-table.tsx'
import { overviewParts } from './doc-parts.ts'

/** The errors a client is likely to hit first. The OpenAPI spec lists them all. */
const commonErrors: readonly ErrorCode[] = [
  'validation_failed',
  'api_key_unknown',
  'not_for_api_keys',
  'delivery_not_found',
  'duplicate_reference',
  'version_conflict',
  'idempotency_key_reused',
  'rate_limited',
  'quota_exceeded',
  'problem_unusable',
  'over_tier_limit',
  'too_many_operations',
  'optimizer_busy',
  'server_busy',
  'internal',
  'unavailable',
]

const problemExample = {
  type: 'urn:karta:error:validation_failed',
  title: errors.validation_failed.say,
  status: 400,
  code: 'validation_failed',
  request_id: 'req-1042',
  errors: [{ path: 'delivery_address', message: 'Enter the delivery address.' }],
}

const changeExample = `PATCH /v1/deliveries/ID
If-Match: "7"

{"notes": "Ring twice"}`

const batchExample = `POST /v1/batch

{
  "items": [
    {"method": "POST", "path": "/v1/clients", "body": {"name": "Toko Sinar"}},
    {"method": "PATCH", "path": "/v1/drivers/ID", "body": {"active": false}}
  ]
}`

export function Overview() {
  return (
    <DocReading parts={overviewParts}>
      <DocHead
        title="Overview"
        lead="Create deliveries from your own systems and see where they are. It’s JSON over HTTPS, in and out, and the Karta app itself uses the same API."
      />
      <DocPart id="first-call" title="Your first call">
        <p>
          <Link to="/dashboard/api-keys" className="text-brand-ink underline">
            Create an API key
          </Link>
          , put it in <Code>KARTA_API_KEY</Code> and this server’s address in <Code>KARTA_URL</Code>. This creates a
          delivery:
        </p>
        <CodeBlock title="Create a delivery" code={firstCall} />
      </DocPart>
      <DocPart id="base-path" title="Base path">
        <p>
          Every path starts with <Code>/v1</Code>. On this server:
        </p>
        <CodeBlock title="Base URL" code={`${siteOrigin()}/v1`} />
        <p>
          Field names are in <Code>snake_case</Code>. Times are ISO timestamps in UTC, such as{' '}
          <Code>2027-03-15T02:00:00.000Z</Code>.
        </p>
      </DocPart>
      <Limits />
      <DocPart id="errors" title="Errors">
        <p>
          Errors are problem documents (RFC 9457) of type <Code>application/problem+json</Code>. The <Code>code</Code>{' '}
          never changes, so use it in your own code. The <Code>title</Code> is a sentence for people. Invalid fields are
          listed with their path. Include the <Code>request_id</Code> when you ask us for help.
        </p>
        <CodeBlock title="A problem document" code={JSON.stringify(problemExample, null, 2)} />
        <ErrorTable />
      </DocPart>
      <DocPart id="idempotency" title="Idempotency">
        <p>
          Send an <Code>Idempotency-Key</Code> header with every create. Pick any key of up to 255 characters. If a
          response gets lost, send the same request with the same key. Nothing happens twice: you get the first
          response, marked with <Code>Idempotent-Replayed: true</Code>. We keep keys for a day.
        </p>
      </DocPart>
      <DocPart id="versions" title="Versions">
        <p>
          Every record has a <Code>version</Code>, which rises with each change. Reading or changing one record also
          returns it as <Code>ETag</Code>. Send it back as <Code>If-Match</Code> with your change, and you never
          overwrite what you have not seen: if somebody changed the record since, nothing happens, and you get status
          412 with the code <Code>version_conflict</Code> and the <Code>current</Code> record. Without the header, or
          with <Code>*</Code>, the last change wins. As <Code>If-None-Match</Code>, the <Code>ETag</Code> of any read
          gets status 304 as long as nothing has changed.
        </p>
        <CodeBlock title="Change a delivery that you read" code={changeExample} />
      </DocPart>
      <DocPart id="paging" title="Pagination">
        <p>
          Lists come in pages. Set <Code>limit</Code> from 1 to 200; the default is 50. A page contains{' '}
          <Code>data</Code>, the <Code>total</Code> and a <Code>next_cursor</Code>. Pass that as <Code>cursor</Code> to
          get the next page. On the last page it is <Code>null</Code>.
        </p>
        <CodeBlock
          title="One page and the next"
          code={'GET /v1/deliveries?limit=100\nGET /v1/deliveries?limit=100&cursor=NEXT_CURSOR'}
        />
      </DocPart>
      <DocPart id="batches" title="Many at once">
        <p>
          <Code>POST /v1/deliveries/import</Code> takes up to 2,500 deliveries: it creates, updates, merges, or syncs
          the list of a day. <Code>POST /v1/batch</Code> does up to 500 other things in one request. Both answer each
          item, and one bad item stops no other, unless you send <Code>all_or_nothing</Code>.
        </p>
        <CodeBlock title="A batch" code={batchExample} />
      </DocPart>
      <DocPart id="changes" title="Changes">
        <p>
          Version 1 only grows. Ignore fields that you don’t know, and expect new values in responses. An endpoint that
          is going to end keeps working for at least 12 months and says so in every response: <Code>Deprecation</Code>{' '}
          tells since when, <Code>Sunset</Code> until when.
        </p>
      </DocPart>
      <DocPart id="clients" title="Clients">
        <p>
          <Code>npm run clients</Code> in Karta’s source writes typed clients for TypeScript and Python from the OpenAPI
          spec. For Postman and Bruno there is a{' '}
          <a href="/karta.postman_collection.json" download className="text-brand-ink underline">
            collection
          </a>
          , and for language models there is{' '}
          <a href="/llms.txt" className="text-brand-ink underline">
            llms.txt
          </a>
          .
        </p>
      </DocPart>
    </DocReading>
  )
}

function Limits() {
  return (
    <DocPart id="limits" title="Limits">
      <p>
        We count requests made with an API key, per workspace and calendar month. During the 7-day trial, the Standard
        limit applies.
      </p>
      <LimitTable
        caption="API limits"
        columns={['Requests a month']}
        rows={plans.map(({ id, name }) => ({ name, cells: [apiRequestsOf(id)] }))}
      />
      <p>
        Every response tells you where you stand: <Code>x-quota-limit</Code>, <Code>x-quota-remaining</Code> and{' '}
        <Code>x-quota-reset</Code>, the seconds until the next month. Over the limit, you get status 429 with the code{' '}
        <Code>quota_exceeded</Code>.{' '}
        <Link to="/pricing" className="text-brand-ink underline">
          Compare plans
        </Link>
        .
      </p>
      <p>
        No key or person may call too fast either: <Code>x-ratelimit-limit</Code> is how many requests a minute you
        have, <Code>x-ratelimit-remaining</Code> how many are left, and <Code>x-ratelimit-reset</Code> the seconds until
        all of them are back. Over that limit, you get status 429 with the code <Code>rate_limited</Code>. With every
        429, <Code>Retry-After</Code> says how many seconds to wait. <Code>RateLimit-Policy</Code> and{' '}
        <Code>RateLimit</Code> say the same of every limit, in the form of the draft standard.
      </p>
      <p>
        For{' '}
        <a href="#optimize" className="text-brand-ink underline">
          route planning
        </a>
        , these limits apply to each request. The last column is how many a workspace can run at once:
      </p>
      <LimitTable
        caption="Route planning limits"
        columns={['Stops', 'Vehicles', 'Seconds', 'At once']}
        rows={plans.map(({ id, name }) => {
          const { stops, vehicles, seconds, operations } = optimizeLimitsOf(id)
          return { name, cells: [stops, vehicles, seconds, operations] }
        })}
      />
    </DocPart>
  )
}

type LimitTableProps = { caption: string; columns: string[]; rows: { name: string; cells: string[] }[] }

function LimitTable({ caption, columns, rows }: LimitTableProps) {
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem]">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b text-sm">
        <tr>
          {['Plan', ...columns].map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-semibold text-ink last:pr-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name} className="border-b">
            <th scope="row" className="py-2.5 pr-4 font-medium text-ink">
              {name}
            </th>
            {cells.map((cell, i) => (
              <td key={columns[i]} className="py-2.5 pr-4 tabular-nums last:pr-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ErrorTable() {
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem]">
      <caption className="pb-2 text-left text-sm font-semibold text-ink">Common error codes</caption>
      <tbody className="border-y">
        {commonErrors.map((code) => (
          <tr
            key={code}
            className="border-t align-top first:border-t-0 max-sm:grid max-sm:grid-cols-[3rem_1fr] max-sm:py-2.5"
          >
            <td className="tabular-nums sm:w-14 sm:py-2.5">{errors[code].status}</td>
            <th scope="row" className="font-normal sm:w-52 sm:py-2.5 sm:pr-4">
              <Code>{code}</Code>
            </th>
            <td className="max-sm:col-start-2 sm:py-2.5">{errors[code].say}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
