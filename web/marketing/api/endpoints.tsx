import { deliveryExample, newDeliveryExample } from '#domain/api/delivery-examples.ts'
import { operationExample, planExample } from '#domain/api/optimize-examples.ts'
import { DocHead } from './doc-part.tsx'
import { DriverApp } from './driver-app.tsx'
import { EndpointDoc } from './endpoint-doc.tsx'
import { operationFields, problemFields, replyFields, requestFields, searchFields } from './endpoint-fields.tsx'
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
import { Code } from './field-table.tsx'
import { ReferenceSection } from './reference/reference-section.tsx'

const { id, status, current_location, estimated_arrival } = deliveryExample
const statusExample = { id, status, current_location, estimated_arrival }

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
        lead={
          <>
            Most shops need only two: one creates a delivery, the other returns its status. Two more plan routes for
            you, and a few make a driver app.{' '}
            <a href="#reference" className="text-brand-ink underline">
              Every endpoint
            </a>{' '}
            is below, field by field, to try with a test key.
          </>
        }
      />
      <EndpointDoc
        id="create-delivery"
        method="POST"
        path="/deliveries"
        title="Create a delivery"
        tables={[{ caption: 'Request', rows: requestFields }]}
        code={{ curl: createInShell, javascript: createInJavaScript, python: createInPython }}
        body={{ title: 'Request body', value: newDeliveryExample }}
      >
        Returns status 201 and the whole delivery, including its <Code>id</Code>.
      </EndpointDoc>
      <EndpointDoc
        id="get-delivery"
        method="GET"
        path="/deliveries/{id}"
        title="Get a delivery"
        tables={[{ caption: 'Response', rows: replyFields }]}
        code={{ curl: getInShell, javascript: getInJavaScript, python: getInPython }}
        body={{ title: 'Response body (excerpt)', value: statusExample }}
      >
        Returns status 200 and the delivery, including these fields.
      </EndpointDoc>
      <EndpointDoc
        id="optimize"
        method="POST"
        path="/optimize"
        title="Plan routes"
        tables={[
          { caption: 'The problem', rows: problemFields },
          { caption: 'Search options (query parameters)', rows: searchFields },
        ]}
        code={{ curl: optimizeInShell, javascript: optimizeInJavaScript, python: optimizeInPython }}
        body={{ title: 'The plan (excerpt)', value: shortPlan }}
      >
        Takes a problem in VROOM’s JSON format and returns status 200 and the plan in the same format. If that takes too
        long, or if you send <Code>Prefer: respond-async</Code>, it returns status 202, and <Code>Location</Code> tells
        you where to read the operation. If part of the problem can’t be used, the error names its path and the reason.
      </EndpointDoc>
      <EndpointDoc
        id="get-operation"
        method="GET"
        path="/operations/{id}"
        title="Get an operation"
        tables={[{ caption: 'The operation', rows: operationFields }]}
        example="Plan routes and wait for them"
        code={{ curl: laterInShell, javascript: laterInJavaScript, python: laterInPython }}
        body={{ title: 'The operation (excerpt)', value: progressExample }}
      >
        For larger problems: send the problem, then poll every second or so.{' '}
        <Code>POST /operations/{'{id}'}/cancel</Code> stops the search and returns the best plan so far.
      </EndpointDoc>
      <DriverApp />
      <ReferenceSection />
    </>
  )
}
