import { CallError } from '#web/lib/call.ts'
import { fullSentenceOf } from '#web/lib/sentence-of.ts'
import { useMe } from '#web/lib/me.ts'
import { signOut } from '#web/lib/session.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Why an owner could not do it. Whoever signed in long ago can sign in again and come back. */
export function OwnerFailure({ failure, anchor }: { failure: unknown; anchor: string }) {
  const { workspace } = useMe()
  const mustSignIn = failure instanceof CallError && failure.code === 'recent_sign_in_required'
  const signInAgain = async () => {
    await signOut()
    const next = inWorkspace(`/dashboard/settings#${anchor}`, workspace.id)
    window.location.assign(`/signin?${new URLSearchParams({ next })}`)
  }
  return (
    <Banner
      tone="danger"
      actions={
        mustSignIn && (
          <Button size="small" onPress={() => void signInAgain()}>
            Sign in again
          </Button>
        )
      }
    >
      <span role="alert">{fullSentenceOf(failure)}</span>
    </Banner>
  )
}
