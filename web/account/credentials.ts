export type CredentialProblems = { email?: string; password?: string }

/** Why an email address cannot be sent. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Enter your email address.'
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'Enter an email address like name@example.com.'
}

/** Why a password cannot be sent. */
export function passwordProblem(password: string, label = 'your password'): string | undefined {
  if (!password) return `Enter ${label}.`
  return password.length < 6 ? 'A password has at least 6 characters.' : undefined
}

/** Why the credentials cannot be sent. */
export function credentialProblems(email: string, password: string): CredentialProblems {
  const problems = { email: emailProblem(email), password: passwordProblem(password) }
  return {
    ...(problems.email && { email: problems.email }),
    ...(problems.password && { password: problems.password }),
  }
}
