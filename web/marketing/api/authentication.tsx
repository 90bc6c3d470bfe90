import { Link } from 'react-router'
import { errors } from '#domain/errors.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { siteOrigin } from '../page-meta.ts'
import { DocHead, DocPart, DocReading } from './doc-part.tsx'
import { Code } from './field-table.tsx'
import { authenticationParts } from './doc-parts.ts'

export function Authentication() {
  return (
    <DocReading parts={authenticationParts}>
      <DocHead
        title="Authentication"
        lead="Every request carries an API key as a bearer token. A key belongs to one workspace and sees nothing else."
      />
      <DocPart id="make-a-key" title="Create a key">
        <p>
          Owners and admins create keys on the page{' '}
          <Link to="/dashboard/api-keys" className="text-brand-ink underline">
            API keys
          </Link>
          . You only see a key once. Store it with your other secrets, never in a web page or in shared code. It starts
          with <Code>karta_live_</Code>, so that scanners find it there.
        </p>
        <p>
          A test key starts with <Code>karta_test_</Code>. It works in a sandbox of sample data, which belongs to your
          workspace and sends nothing outside. Its requests don’t count.
        </p>
      </DocPart>
      <DocPart id="scopes" title="Give it little">
        <p>A key may do what its scopes say, and every operation on these pages names those of which it needs one:</p>
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>
            <Code>read</Code>: see everything.
          </li>
          <li>
            <Code>deliveries</Code>: add, change and see deliveries and the address book.
          </li>
          <li>
            <Code>planning</Code>: plan, optimize and dispatch, see everything, and change drivers, vehicles and depots.
          </li>
          <li>
            <Code>tracking</Code>: see deliveries, and follow positions live.
          </li>
        </ul>
        <p>
          A key can also be limited to some depots, to the IP addresses of your servers, and to a time.{' '}
          <Code>GET /v1/self</Code> tells a program what its key may do.
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
          If the key is missing, unknown, revoked, expired or replaced, the API responds with status 401 and the code{' '}
          <Code>not_signed_in</Code>, <Code>api_key_unknown</Code>, <Code>api_key_revoked</Code>,{' '}
          <Code>api_key_expired</Code> or <Code>api_key_rotated</Code>. With status 403, <Code>api_key_scope</Code>{' '}
          names the scopes of which it would need one, and <Code>api_key_address</Code> the address that may not use it.
        </p>
        <p>
          Some things only people can do. A key can’t create keys, invite members or change settings. The API then
          responds with <Code>not_for_api_keys</Code>: {errors.not_for_api_keys.say}
        </p>
      </DocPart>
      <DocPart id="change-a-key" title="Rotate a key">
        <p>
          Rotating a key gives it a new secret, while the old one goes on working for up to a week. The page shows which
          of the two is still used. A revoked key stops working immediately and for good. The history of what it did
          stays under its name.
        </p>
        <p>
          If you find a key where it shouldn’t be, send it to <Code>POST /v1/api-keys/leaked</Code>. It ends at once,
          and its owners are told. Nobody needs to sign in for that.
        </p>
      </DocPart>
      <DocPart id="apps" title="Apps of others">
        <p>
          A program that works for other people needs no key of theirs. Register it on the page{' '}
          <Link to="/dashboard/apps" className="text-brand-ink underline">
            Apps
          </Link>
          , and send people to <Code>/auth/v1/oauth/authorize</Code>. They choose a workspace and what the program may
          do there. It gets a token that starts with <Code>karta_auth_</Code>, with the same scopes, and never does more
          than the person may. This is OAuth 2.1 with PKCE; <Code>/.well-known/oauth-authorization-server/auth/v1</Code>{' '}
          describes it.
        </p>
        <p>
          Agents connect in the same way, or with a key, to <Code>/mcp</Code>.
        </p>
      </DocPart>
    </DocReading>
  )
}
