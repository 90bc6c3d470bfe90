/** A call as examples show it. `url` may hold `$KARTA_URL`-free text such as `https://karta.example/v1/drivers`. */
export type ExampleCall = { method: string; url: string; body: unknown }

/** The same call in three languages, with the key in `KARTA_API_KEY`. */
export function exampleCalls(call: ExampleCall): Record<'curl' | 'javascript' | 'python', string> {
  return { curl: curl(call), javascript: javascript(call), python: python(call) }
}

const json = (body: unknown) => JSON.stringify(body, null, 2)

function curl({ method, url, body }: ExampleCall): string {
  return [
    `curl --request ${method} "${url}"`,
    '--header "Authorization: Bearer $KARTA_API_KEY"',
    ...(body === undefined
      ? []
      : ['--header "Content-Type: application/json"', `--data '${json(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')
}

function javascript({ method, url, body }: ExampleCall): string {
  const type = body === undefined ? '' : `\n    'Content-Type': 'application/json',`
  const sent = body === undefined ? '' : `\n  body: JSON.stringify(${indented(json(body), '  ')}),`
  return `const reply = await fetch('${url}', {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.KARTA_API_KEY}\`,${type}
  },${sent}
})
console.log(reply.status, await reply.text())`
}

function python({ method, url, body }: ExampleCall): string {
  const type = body === undefined ? '' : `\n        "Content-Type": "application/json",`
  const sent = body === undefined ? '' : `\n    data=json.dumps(${indented(literal(body), '    ')}).encode(),`
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={
        "Authorization": "Bearer " + os.environ["KARTA_API_KEY"],${type}
    },${sent}
)
with urllib.request.urlopen(request) as reply:
    print(reply.status, reply.read().decode())`
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** JSON as Python writes it. */
const literal = (body: unknown) =>
  json(body).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (found) => ({ true: 'True', false: 'False', null: 'None' })[found] ?? found,
  )
