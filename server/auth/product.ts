import type { Trx } from '../db/connect.ts'

/** A person who just signed up, as the product sees them. `email` is a phone number if there is no email address. */
export type NewUser = { id: string; email: string; metadata: Record<string, unknown> }

/** The product that people sign in to. The sign-in service knows nothing else about it. */
export type Product = {
  version: string
  /** Runs in the transaction that adds the account. If it fails, there is no account. */
  onNewUser: (trx: Trx, user: NewUser) => Promise<void>
  /** Runs in the transaction that deletes the account, before the account is gone. */
  onUserDeleted: (trx: Trx, userId: string) => Promise<void>
}
