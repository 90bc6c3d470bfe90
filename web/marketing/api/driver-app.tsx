import { CodeBlock } from '../parts/code-block.tsx'
import { driverCalls } from './driver-calls.ts'
import program from './examples/drive.mjs?raw'
import { Code } from './field-table.tsx'

/** What an app for drivers calls, and a whole one. */
export function DriverApp() {
  return (
    <section id="driver-app" className="mt-14 grid scroll-mt-24 gap-x-12 gap-y-8 border-t pt-12 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="text-2xl font-semibold tracking-tight">Write your own driver app</h3>
        <p className="mt-4 mb-8 text-pretty text-ink-muted">
          Karta’s driver app uses nothing but this API, so yours can do all that it does. What the driver does is an
          entry of the phone’s own log: numbered, hashed, and signed with a key that never leaves the phone. It works
          without a network, and each entry counts once, however often you send it. <Code>RoadEntry</Code> in the
          OpenAPI spec lists the data of each kind of entry.
        </p>
        <table className="w-full border-collapse text-[0.9375rem]">
          <caption className="pb-2 text-left text-sm font-semibold">What a driver app calls</caption>
          <tbody className="border-y">
            {driverCalls.map(({ method, path, text }) => (
              <tr key={method + path} className="border-t align-top first:border-t-0 max-sm:grid max-sm:py-3">
                <th scope="row" className="text-left font-normal sm:w-64 sm:py-3 sm:pr-4">
                  <Code>
                    {method} {path}
                  </Code>
                </th>
                <td className="text-pretty text-ink-muted sm:py-3">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-6 text-pretty text-ink-muted">
          Photos go to <Code>/storage/v1/upload/resumable</Code>. The private channel <Code>driver:&lt;id&gt;</Code>{' '}
          tells a driver’s app of changes. Dispatchers hear events on <Code>workspace:&lt;id&gt;</Code>, and positions
          on <Code>workspace:&lt;id&gt;:positions</Code>.
        </p>
      </div>
      <div className="min-w-0">
        <CodeBlock title="A whole app in JavaScript: one stop, with a photo" code={program} className="max-h-[44rem]" />
      </div>
    </section>
  )
}
