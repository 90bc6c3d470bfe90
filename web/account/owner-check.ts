type Failure = { code?: string | undefined }

let confirm: (() => Promise<boolean>) | undefined

/** The page that can ask people to confirm who they are. Returns how to take that back. */
export function offerOwnerCheck(check: () => Promise<boolean>): () => void {
  confirm = check
  return () => {
    if (confirm === check) confirm = undefined
  }
}

/** Asks the person to confirm who they are. Resolves to whether they did. */
export const confirmOwnerFirst = async () => (await confirm?.()) ?? false

/**
 * Makes a call to the sign-in service. If it needs a recent sign-in, asks the person to confirm who they are, where the
 * page can do that, and makes the call again.
 */
export async function withOwnerCheck<T extends { error: Failure | null }>(call: () => Promise<T>): Promise<T> {
  const reply = await call()
  if (reply.error?.code !== 'reauthentication_needed' || !confirm) return reply
  return (await confirm()) ? call() : reply
}
