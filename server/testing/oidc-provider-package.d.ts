/** The part of `oidc-provider` that we use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Interaction = { uid: string; prompt: { name: string }; params: Record<string, string | undefined> }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: new (of: { accountId: string; clientId: string }) => Grant
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void
  }
}
