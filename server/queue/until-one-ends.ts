type Search = { started_at: string | null; time_limit_seconds: number }

/** What `Retry-After` says: whole seconds, and not so many that nobody would come back. */
export const retryAfterSeconds = (seconds: number) => Math.min(600, Math.max(1, Math.ceil(seconds)))

/** When to try again while a workspace has too many searches: once the first of them should have ended. */
export function secondsUntilOneEnds(searches: Search[], now: Date): number {
  const left = searches.map(({ started_at, time_limit_seconds }) => {
    const gone = started_at === null ? 0 : (now.getTime() - Date.parse(started_at)) / 1000
    return time_limit_seconds - gone
  })
  return retryAfterSeconds(Math.min(...left))
}
