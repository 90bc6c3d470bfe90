import type { Trx } from '../db/connect.ts'

/** A person who just signed up, as the product sees them. `email` is a phone number if there is no email address. */
export type NewUser = {
  id: string
  email: string
  metadata: Record<string, unknown>
  /** The page that the person goes to next, if they signed up from one. */
  redirectTo?: string
}

/** The product that people sign in to. The sign-in service knows nothing else about it. */
export type Product = {
  version: string
  /** Runs in the transaction that adds the account. If it fails, there is no account. */
  onNewUser: (trx: Trx, user: NewUser) => Promise<void>
  /**
   * The address whose mail an invitation's token came with: whoever shows it reads that mail. Null if it proves nothing.
   */
  invitedAddress: (trx: Trx, token: string) => Promise<string | null>
  /** Runs in the transaction that deletes the account, before the account is gone. */
  onUserDeleted: (trx: Trx, userId: string) => Promise<void>
}
