import { Link } from 'react-router'
import { errors } from '#domain/errors.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { siteOrigin } from '../page-meta.ts'
import { DocHead, DocPart, DocReading } from './doc-part.tsx'
import { Code } from './field-table.tsx'

const parts = [
  { id: 'make-a-key', title: 'Make a key' },
  { id: 'send-it', title: 'Send it' },
  { id: 'refusals', title: 'When it is refused' },
  { id: 'change-a-key', title: 'Change a key' },
]

export function Authentication() {
  return (
    <DocReading parts={parts}>
      <DocHead
        title="Authentication"
        lead="Every request carries an API key as a bearer token. A key belongs to one workspace and sees nothing else."
      />
      <DocPart id="make-a-key" title="Make a key">
        <p>
          Owners and admins make keys under{' '}
          <Link to="/dashboard/settings" className="text-brand-ink underline">
            Settings, API keys
          </Link>
          . A key may read and write, or only read. It begins with <Code>karta_live_</Code> and is shown once: keep it
          where your programs keep their secrets, never in a web page or in shared code.
        </p>
      </DocPart>
      <DocPart id="send-it" title="Send it">
        <p>
          Put the key into the <Code>Authorization</Code> header:
        </p>
        <CodeBlock title="The header" code="Authorization: Bearer karta_live_YOUR_KEY" />
        <p>Try it: this asks for one delivery of your workspace.</p>
        <CodeBlock
          title="A first request"
          code={`curl "${siteOrigin()}/v1/deliveries?limit=1" \\\n  --header "Authorization: Bearer $KARTA_API_KEY"`}
        />
      </DocPart>
      <DocPart id="refusals" title="When it is refused">
        <p>
          Without a key, or with one that does not exist, was revoked or has expired, the answer is status 401 with the
          code <Code>not_signed_in</Code>, <Code>api_key_unknown</Code>, <Code>api_key_revoked</Code> or{' '}
          <Code>api_key_expired</Code>. A key that may only read gets status 403 when it tries to write.
        </p>
        <p>
          What concerns people and money stays with people: keys cannot make keys, invite members or change settings.
          The answer is then <Code>not_for_api_keys</Code>: {errors.not_for_api_keys.say}
        </p>
      </DocPart>
      <DocPart id="change-a-key" title="Change a key">
        <p>
          Make the new one, put it to use, then revoke the old one. A revoked key is refused at once and for good; the
          history of what it did stays under its name.
        </p>
      </DocPart>
    </DocReading>
  )
}
