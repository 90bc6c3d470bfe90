import type { Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from '../columns.ts'

/** A flow that leads to a mail or another provider and comes back with a code. */
export type AuthFlowStateTable = {
  id: Generated<string>
  user_id: string | null
  /** Null until the person is back and the code is issued. */
  code_hash: Buffer | null
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  /** How the person proved who they are: the session's first `amr` entry. */
  method: string
  /** Sealed JSON. */
  provider_tokens: Buffer | null
  created_at: Timestamp
  code_issued_at: TimestampOrNull
}

export type AuthProviderStateTable = {
  id_hash: Buffer
  provider: string
  redirect_to: string
  flow_state_id: string | null
  linking_user_id: string | null
  linking_session_id: string | null
  invited_user_id: string | null
  nonce: string | null
  /** Sealed, in base64. */
  code_verifier: string | null
  created_at: Timestamp
}
