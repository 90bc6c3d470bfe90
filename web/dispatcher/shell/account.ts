/** Who is at work here, and where. */
export type Account = {
  email: string
  workspaceName: string
  /** Absent when the workspace has a paid tier. */
  trialEndsAt?: string
}
