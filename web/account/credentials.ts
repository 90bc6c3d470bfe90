export type CredentialProblems = { email?: string; password?: string }

/** What keeps an email address from being sent. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Write your email address.'
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'Write an email address like name@example.com.'
}

/** What keeps a password from being sent. */
export function passwordProblem(password: string, label = 'your password'): string | undefined {
  if (!password) return `Write ${label}.`
  return password.length < 6 ? 'A password has at least 6 characters.' : undefined
}

/** What keeps the credentials from being sent. */
export function credentialProblems(email: string, password: string): CredentialProblems {
  const problems = { email: emailProblem(email), password: passwordProblem(password) }
  return {
    ...(problems.email && { email: problems.email }),
    ...(problems.password && { password: problems.password }),
  }
}
