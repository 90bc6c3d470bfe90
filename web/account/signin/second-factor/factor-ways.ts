/** A factor of the account, as the sign-in service describes it. */
type FactorFacts = {
  id: string
  factor_type: string
  status: string
  friendly_name?: string | undefined
  phone?: string | undefined
}

/** One way to confirm the second factor. */
export type Way = { id: string; kind: 'totp' | 'phone' | 'webauthn' | 'recovery_code'; label: string; lead: string }

const order = ['totp', 'phone', 'webauthn', 'recovery_code']

/** The account's second factors, the usual ones first and recovery codes last. */
export function waysOf(factors: readonly FactorFacts[]): Way[] {
  return factors
    .filter(({ status, factor_type }) => status === 'verified' && order.includes(factor_type))
    .toSorted((a, b) => order.indexOf(a.factor_type) - order.indexOf(b.factor_type))
    .map(wayOf)
}

function wayOf({ id, factor_type, friendly_name, phone }: FactorFacts): Way {
  if (factor_type === 'phone') {
    const number = phone ? `the number that ends in ${phone.slice(-3)}` : 'your phone'
    return { id, kind: 'phone', label: `A text to ${number}`, lead: `We will text a code to ${number}.` }
  }
  if (factor_type === 'webauthn') {
    const name = friendly_name || 'your security key'
    return { id, kind: 'webauthn', label: `Use ${name}`, lead: `Confirm with ${name}.` }
  }
  if (factor_type === 'recovery_code') {
    return {
      id,
      kind: 'recovery_code',
      label: 'Use a recovery code',
      lead: 'Enter one of the recovery codes that you saved. Each works once.',
    }
  }
  const isNamed = friendly_name && !/^authenticator app$/i.test(friendly_name)
  const app = isNamed ? `the app “${friendly_name}”` : 'your authenticator app'
  return { id, kind: 'totp', label: `A code from ${app}`, lead: `Enter the code that ${app} shows now.` }
}
