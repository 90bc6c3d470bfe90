import type { JWTPayload } from 'jose'
import type { ShownToken } from '../http/tracking-token.ts'

/** Whoever shows a token or key on a socket or over HTTP. */
export type RealtimeCaller =
  /** Anybody: the publishable key. */
  | { kind: 'anon' }
  /** A person's access token. Whether the session still exists and which workspaces it opens is for the rules to ask. */
  | { kind: 'member'; userId: string; sessionId: string; email: string; claims: JWTPayload }
  /** A program with a workspace's API key. */
  | { kind: 'key'; keyId: string; workspaceId: string; hash: Buffer; address: string | null }
  /** Whoever shows the token of a tracking page. Whether it opens anything is for the rules to ask. */
  | { kind: 'recipient'; link: ShownToken }
  /** The secret key. */
  | { kind: 'operator' }

/** A token or key that was verified. */
export type Credential = {
  token: string
  caller: RealtimeCaller
  /** When it ends, in seconds since 1970. Keys do not end by themselves. */
  expiresAt: number | undefined
}
