/** Why a channel cannot be joined, or has to end, in the protocol's words. */
const says = {
  TopicNameRequired: () => 'You must provide a topic name',
  TokenExpired: (seconds: string) => `Token has expired ${seconds} seconds ago`,
  ClaimsMissing: () => 'Fields `role` and `exp` are required in JWT',
  MalformedJWT: () => 'The token provided is not a valid JWT',
  JwtSignatureError: () => 'Failed to validate JWT signature',
  Unauthorized: (topic: string) => `You do not have permissions to read from this Channel topic: ${topic}`,
  NoLongerAuthorized: (topic: string) => `You no longer have permission to read from this Channel topic: ${topic}`,
  PrivateOnly: () => 'This project only allows private channels',
  ChannelRateLimitReached: () => 'Too many channels',
  ConnectionRateLimitReached: () => 'Too many connected users',
  ClientJoinRateLimitReached: () => 'Too many joins per second',
  UnableToReplayMessages: () => 'Replay params are not valid',
  ReplayNotAllowed: () => 'Replay is not allowed for public channels',
  UnableToConnectToProject: () => 'Realtime was unable to connect to the project database',
  RealtimeRestarting: () => 'Realtime is restarting, please standby',
} as const

export type RefusalKind = keyof typeof says

/** The code that the protocol puts before the text, where it differs from our name for the reason. */
const codes: Partial<Record<RefusalKind, string>> = {
  TokenExpired: 'InvalidJWTToken',
  ClaimsMissing: 'InvalidJWTToken',
  NoLongerAuthorized: 'Unauthorized',
  ReplayNotAllowed: 'UnableToReplayMessages',
}

/** An expected failure of the realtime service. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  /** As it stands in the reply to a join: code and text. */
  readonly reason: string

  /** @param what the topic or the number that the text names */
  constructor(kind: RefusalKind, what = '') {
    const text = says[kind](what)
    super(text)
    this.name = 'Refusal'
    this.kind = kind
    this.reason = `${codes[kind] ?? kind}: ${text}`
  }
}

/** What a client is told of a failure that is a bug. */
export const unknownError = 'Unknown Error on Channel'
