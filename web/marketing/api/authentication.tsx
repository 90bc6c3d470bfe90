import { Link } from 'react-router'
import { errors } from '#domain/errors.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { siteOrigin } from '../page-meta.ts'
import { DocHead, DocPart, DocReading } from './doc-part.tsx'
import { Code } from './field-table.tsx'

const parts = [
  { id: 'make-a-key', title: 'Create a key' },
  { id: 'send-it', title: 'Send the key' },
  { id: 'refusals', title: 'When a request is rejected' },
  { id: 'change-a-key', title: 'Rotate a key' },
]

export function Authentication() {
  return (
    <DocReading parts={parts}>
      <DocHead
        title="Authentication"
        lead="Every request carries an API key as a bearer token. A key belongs to one workspace and sees nothing else."
      />
      <DocPart id="make-a-key" title="Create a key">
        <p>
          Owners and admins create keys under{' '}
          <Link to="/dashboard/api-keys" className="text-brand-ink underline">
            Settings, API keys
          </Link>
          . A key can have read and write access, or read only. It starts with <Code>karta_live_</Code>, and you only
          see it once. Store it with your other secrets, never in a web page or in shared code.
        </p>
      </DocPart>
      <DocPart id="send-it" title="Send the key">
        <p>
          Put the key in the <Code>Authorization</Code> header:
        </p>
        <CodeBlock title="The header" code="Authorization: Bearer karta_live_YOUR_KEY" />
        <p>Try it out. This request returns one delivery from your workspace.</p>
        <CodeBlock
          title="Your first request"
          code={`curl "${siteOrigin()}/v1/deliveries?limit=1" \\\n  --header "Authorization: Bearer $KARTA_API_KEY"`}
        />
      </DocPart>
      <DocPart id="refusals" title="When a request is rejected">
        <p>
          If the key is missing, unknown, revoked or expired, the API responds with status 401 and the code{' '}
          <Code>not_signed_in</Code>, <Code>api_key_unknown</Code>, <Code>api_key_revoked</Code> or{' '}
          <Code>api_key_expired</Code>. A read-only key gets status 403 when it tries to write.
        </p>
        <p>
          Some things only people can do. A key can’t create keys, invite members or change settings. The API then
          responds with <Code>not_for_api_keys</Code>: {errors.not_for_api_keys.say}
        </p>
      </DocPart>
      <DocPart id="change-a-key" title="Rotate a key">
        <p>
          Create a new key, deploy it, then revoke the old one. A revoked key stops working immediately and for good.
          The history of what it did stays under its name.
        </p>
      </DocPart>
    </DocReading>
  )
}
