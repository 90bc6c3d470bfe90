import { keyScopes } from '../permissions.ts'

const scopes = keyScopes.map((scope) => `\`${scope}\``).join(', ')

/**
 * What a language model reads first about this server, as https://llmstxt.org proposes.
 * @param url of the server, without a slash at the end
 */
export function llmsText(url: string): string {
  return `# Karta

> Karta plans, dispatches, follows and proves deliveries. It is open source (Apache-2.0) and runs on anybody's server. Everything that its pages do, programs do with the JSON API below ${url}/v1.

## How to call it

- Send \`Authorization: Bearer KEY\` with an API key. Owners and admins make keys at ${url}/dashboard/api-keys. A key that begins with \`karta_test_\` works in a sandbox of sample data and sends nothing outside: try things out with one.
- \`GET ${url}/v1/self\` says what a key may do: its scopes are ${scopes}.
- Errors are RFC 9457 problem documents. Decide by \`code\`; \`title\` and \`errors\` say what to correct. After status 429 and 503, wait for \`Retry-After\` seconds.
- Send \`Idempotency-Key\` with every create, and repeat a call that got no answer with the same key.
- Lists take \`limit\` and \`cursor\`, and answer \`next_cursor\`, which is null on the last page.
- Times are in UTC, days and times of day in the workspace's zone, which \`GET /v1/self\` names.
- \`POST ${url}/v1/batch\` does up to 500 things in one call, each with its own answer.
- Agents that speak the Model Context Protocol use ${url}/mcp.
- Ask before anything that reaches people: dispatching a plan tells drivers and recipients.

## How to plan a day

1. \`POST /v1/deliveries/import\` with the deliveries of the day, up to 1,000 a call; \`results\` answers each.
2. \`GET /v1/planning-day?day=2027-03-15\` shows what is ready, and which plans there are.
3. \`POST /v1/plans\` with \`{"day": "2027-03-15"}\` begins to plan. Read \`GET /v1/plans/ID/progress\` until it has ended.
4. \`GET /v1/plans/ID\` has the routes and what was left out; \`GET /v1/plans/ID/why\` explains that.
5. \`POST /v1/plans/ID/changes/preview\` says what a change would do, \`POST /v1/plans/ID/changes\` does it, and each can be undone.
6. \`POST /v1/plans/ID/approve\`, then \`POST /v1/plans/ID/dispatch\`.
7. \`GET /v1/events?after=latest&wait=30\` follows what happens; \`GET /v1/plans/ID/risks\` says what will be late.

## Read more

- [OpenAPI 3.1](${url}/openapi.yaml): every endpoint, field by field
- [API page](${url}/api): how to begin, with examples in curl, JavaScript and Python, and a page to try every call
- [Postman collection](${url}/karta.postman_collection.json): also for Bruno
`
}
