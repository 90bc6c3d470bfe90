import { Link } from 'react-router'
import { errors, type ErrorCode } from '#domain/errors.ts'
import { apiRequestsOf, optimizeLimitsOf, plans } from '../pricing/plans.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { siteOrigin } from '../page-meta.ts'
import { DocHead, DocPart, DocReading } from './doc-part.tsx'
import { Code } from './field-table.tsx'

/** The errors that a program meets first; the OpenAPI document names all of them. */
const commonErrors: readonly ErrorCode[] = [
  'validation_failed',
  'api_key_unknown',
  'not_for_api_keys',
  'delivery_not_found',
  'duplicate_reference',
  'idempotency_key_reused',
  'rate_limited',
  'quota_exceeded',
  'problem_unusable',
  'over_tier_limit',
  'too_many_operations',
  'optimizer_busy',
  'internal',
  'unavailable',
]

const problemExample = {
  type: 'urn:karta:error:validation_failed',
  title: errors.validation_failed.say,
  status: 400,
  code: 'validation_failed',
  request_id: 'req-1042',
  errors: [{ path: 'delivery_address', message: 'The delivery address is missing.' }],
}

const parts = [
  { id: 'base-path', title: 'Base path' },
  { id: 'limits', title: 'Limits' },
  { id: 'errors', title: 'Errors' },
  { id: 'idempotency', title: 'Sending again safely' },
  { id: 'paging', title: 'Paging' },
]

export function Overview() {
  return (
    <DocReading parts={parts}>
      <DocHead
        title="Overview"
        lead="Create deliveries from your own systems and read where they are. JSON over HTTPS, in and out; the Karta app itself uses nothing else."
      />
      <DocPart id="base-path" title="Base path">
        <p>
          Every path begins with <Code>/v1</Code>. On this server:
        </p>
        <CodeBlock title="Base address" code={`${siteOrigin()}/v1`} />
        <p>
          Names of fields are in <Code>snake_case</Code>. Instants are ISO timestamps in UTC, like{' '}
          <Code>2027-03-15T02:00:00.000Z</Code>.
        </p>
      </DocPart>
      <Limits />
      <DocPart id="errors" title="Errors">
        <p>
          A refusal is a problem document (RFC 9457) of type <Code>application/problem+json</Code>. Its{' '}
          <Code>code</Code> never changes, so build on that; its <Code>title</Code> is a sentence for people. Wrong
          fields are listed with their path. Quote the <Code>request_id</Code> when you ask us for help.
        </p>
        <CodeBlock title="A problem document" code={JSON.stringify(problemExample, null, 2)} />
        <ErrorTable />
      </DocPart>
      <DocPart id="idempotency" title="Sending again safely">
        <p>
          Send an <Code>Idempotency-Key</Code> header of your own choice, at most 255 characters, with every create.
          When an answer got lost, send the same request with the same key: nothing happens twice, you get the first
          reply, marked with <Code>Idempotent-Replayed: true</Code>. Keys are kept for a day.
        </p>
      </DocPart>
      <DocPart id="paging" title="Paging">
        <p>
          Lists come in pages of <Code>limit</Code> entries: 50 unless you ask for 1 to 200. A page holds{' '}
          <Code>data</Code>, the <Code>total</Code> and a <Code>next_cursor</Code>; pass that back as{' '}
          <Code>cursor</Code> for the next page. On the last page it is <Code>null</Code>.
        </p>
        <CodeBlock
          title="One page, and the next"
          code={'GET /v1/deliveries?limit=100\nGET /v1/deliveries?limit=100&cursor=NEXT_CURSOR'}
        />
      </DocPart>
    </DocReading>
  )
}

function Limits() {
  return (
    <DocPart id="limits" title="Limits">
      <p>
        Requests with an API key are counted per workspace and calendar month. During the 7-day trial the limit of
        Standard applies.
      </p>
      <LimitTable
        caption="API limits"
        columns={['Requests a month']}
        rows={plans.map(({ id, name }) => ({ name, cells: [apiRequestsOf(id)] }))}
      />
      <p>
        Each reply says where you stand: <Code>x-quota-limit</Code>, <Code>x-quota-remaining</Code> and{' '}
        <Code>x-quota-reset</Code>, the seconds until the next month. Above the limit the answer is status 429 with the
        code <Code>quota_exceeded</Code>.{' '}
        <Link to="/pricing" className="text-brand-ink underline">
          Compare the plans
        </Link>
        .
      </p>
      <p>
        A call that{' '}
        <a href="#optimize" className="text-brand-ink underline">
          plans routes
        </a>{' '}
        may ask for this much, and a workspace may have so many of them under way:
      </p>
      <LimitTable
        caption="Limits of route planning"
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

/** What each plan allows. */
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
      <caption className="pb-2 text-left text-sm font-semibold text-ink">Codes you will meet first</caption>
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
