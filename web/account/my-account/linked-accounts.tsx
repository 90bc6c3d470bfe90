import type { User, UserIdentity } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { LogIn, Mail } from 'lucide-react'
import { useState } from 'react'
import { appConfig, type AppConfig } from '#web/lib/app-config.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAttempt } from '../use-attempt.ts'
import { GoogleMark } from '../google-mark.tsx'
import { linkable, nameOfProvider, waysIn } from '../providers.ts'
import { ask } from '../ask.ts'
import { read, refreshAccount } from './account-query.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { Row } from './rows.tsx'
import { Section } from './section.tsx'

/** Ways to sign in other than a passkey: the password and outside providers. */
export function LinkedAccounts({ user }: { user: User }) {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<UserIdentity>()
  const { busy, failure, run } = useAttempt()
  const providers = appConfig()?.providers
  const identities = waysIn(user.identities ?? [])
  const isOnly = identities.length === 1
  const link = (provider: string) =>
    run(provider, () =>
      ask((auth) =>
        auth.linkIdentity({
          // The client's types list the hosted service's providers. A self-hosted server may have others.
          provider: provider as 'google',
          options: { redirectTo: `${window.location.origin}/my-account` },
        }),
      ),
    )
  return (
    <Section
      id="linked-accounts"
      title="Ways to sign in"
      description={descriptionOf(providers)}
      actions={linkable(providers, identities).map((name) => (
        <Button
          key={name}
          icon={name === 'google' ? <GoogleMark /> : <LogIn aria-hidden="true" className="size-4" />}
          isPending={busy === name}
          onPress={() => void link(name)}
        >
          Link {nameOfProvider(name)}
        </Button>
      ))}
    >
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <ul aria-label="Ways to sign in" className="divide-y rounded-xl border">
        {identities.map((identity) => {
          const isEmail = identity.provider === 'email'
          const name = nameOfProvider(identity.provider)
          return (
            <Row
              key={identity.identity_id}
              icon={isEmail ? <Mail /> : identity.provider === 'google' ? <GoogleMark /> : <LogIn />}
              title={isEmail ? 'Email and password' : name}
              actions={
                !isEmail &&
                !isOnly &&
                providers?.linking && (
                  <Button variant="danger-quiet" size="small" onPress={() => setRemoving(identity)}>
                    Unlink
                  </Button>
                )
              }
            >
              {String(identity.identity_data?.email ?? user.email ?? '')}
              {isOnly && !isEmail && providers?.linking && (
                <span className="block">
                  This is the only way to sign in to your account. Set a password above before you unlink it.
                </span>
              )}
            </Row>
          )
        })}
      </ul>
      <RemoveDialog
        item={removing}
        title={(identity) => `Unlink ${nameOfProvider(identity.provider)}?`}
        confirmLabel="Unlink"
        remove={(identity) => read((auth) => auth.unlinkIdentity(identity))}
        onClose={() => setRemoving(undefined)}
        onDone={() => {
          toast({ title: 'The account was unlinked' })
          void refreshAccount(client)
        }}
      >
        You can no longer sign in with it. Your Karta account and everything in it stay.
      </RemoveDialog>
    </Section>
  )
}

function descriptionOf(providers: AppConfig['providers'] | undefined): string {
  if (providers?.linking) return 'Link an account you have elsewhere and sign in with it instead of a password.'
  const hasOthers = providers?.google || (providers?.oidc.length ?? 0) > 0
  return hasOthers
    ? 'An outside account with your address is linked when you first sign in with it.'
    : 'How you can sign in to this account, besides passkeys.'
}
