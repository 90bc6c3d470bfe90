/** The codes of RFC 6749, 7009, 7591, 8707 and of OpenID Connect that this server uses. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'access_denied'
  | 'interaction_required'
  | 'server_error'

/** A refusal that goes back to the app in its address, rather than to the person. */
export class AppRefusal extends Error {
  readonly code: OAuthCode

  constructor(code: OAuthCode, description: string) {
    super(description)
    this.code = code
  }
}
