import { deliveryExample, newDeliveryExample } from '#domain/api/delivery-examples.ts'
import { operationExample, planExample } from '#domain/api/optimize-examples.ts'
import { DocHead } from './doc-part.tsx'
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
        lead="Two are enough for a shop: one creates a delivery, one says how it is doing. Two more plan routes for you. The OpenAPI document describes all of them, field by field."
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
        Answers with status 201 and the whole delivery, with its <Code>id</Code>.
      </EndpointDoc>
      <EndpointDoc
        id="get-delivery"
        method="GET"
        path="/deliveries/{id}"
        title="Read a delivery"
        tables={[{ caption: 'Response', rows: replyFields }]}
        code={{ curl: getInShell, javascript: getInJavaScript, python: getInPython }}
        body={{ title: 'Response body, in part', value: statusExample }}
      >
        Answers with status 200, these fields, and everything else that is known of the delivery.
      </EndpointDoc>
      <EndpointDoc
        id="optimize"
        method="POST"
        path="/optimize"
        title="Plan routes"
        tables={[
          { caption: 'The problem', rows: problemFields },
          { caption: 'How to search, in the address', rows: searchFields },
        ]}
        code={{ curl: optimizeInShell, javascript: optimizeInJavaScript, python: optimizeInPython }}
        body={{ title: 'The plan, in part', value: shortPlan }}
      >
        Takes a problem in VROOM’s JSON and answers with status 200 and the plan in VROOM’s JSON. When that takes
        longer, or you ask for it with <Code>Prefer: respond-async</Code>, the answer is status 202, and{' '}
        <Code>Location</Code> says where to read the operation. What cannot be used is refused with its path and the
        reason.
      </EndpointDoc>
      <EndpointDoc
        id="get-operation"
        method="GET"
        path="/operations/{id}"
        title="Read an operation"
        tables={[{ caption: 'The operation', rows: operationFields }]}
        example="Plan routes and wait for them"
        code={{ curl: laterInShell, javascript: laterInJavaScript, python: laterInPython }}
        body={{ title: 'The operation, in part', value: progressExample }}
      >
        For larger problems: send them, then ask every second or so. <Code>POST /operations/{'{id}'}/cancel</Code> ends
        the search and answers with the best plan so far.
      </EndpointDoc>
    </>
  )
}
