/** Who is signed in, and to which workspace. */
export type Account = {
  email: string
  workspaceName: string
  /** Absent when the workspace has a paid tier. */
  trial?: Trial
}

export type Trial = {
  workspaceId: string
  endsAt: string
  /** Where plans are chosen, for the owner, or compared. */
  page: string
}
