import type { IdentityRow, ShownFactor, UserRow } from '../protocol/objects.ts'

/** What is shown with an account, as `auth.belongings` collects it. */
export type Belongings = { identities: IdentityRow[]; factors: ShownFactor[] }

/** The rows of a JSON reply as if they had been selected themselves. */
export const readBelongings = ({ identities, factors }: Belongings): Belongings => ({
  identities: identities.map(withInstants),
  factors: factors.map(withInstants),
})

export const readAccount = (account: UserRow): UserRow => withInstants(account)

/** PostgreSQL writes times into JSON in its own way. */
function withInstants<T extends object>(row: T): T {
  const times = Object.entries(row).filter(([name, value]) => /(_at|_until)$/.test(name) && value !== null)
  return { ...row, ...Object.fromEntries(times.map(([name, at]) => [name, new Date(String(at)).toISOString()])) }
}
