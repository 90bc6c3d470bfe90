import { LogIn } from 'lucide-react'
import { appConfig } from '#web/lib/app-config.ts'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GoogleMark } from '../google-mark.tsx'
import { nameOfProvider } from '../providers.ts'

type ProviderButtonsProps = {
  /** What is in progress: a provider's name, or something else. */
  busy: string | undefined
  onPress: (provider: string) => void
}

/** Google and the server's other providers. */
export function ProviderButtons({ busy, onPress }: ProviderButtonsProps) {
  // The prerendered page does not know the server's settings.
  const others = useHydrated() ? (appConfig()?.providers.oidc ?? []) : []
  return (
    <div className="grid gap-2.5">
      <PlainButton size="large" icon={<GoogleMark />} disabled={busy !== undefined} onClick={() => onPress('google')}>
        {busy === 'google' ? 'Connecting...' : 'Continue with Google'}
      </PlainButton>
      {others.map((name) => (
        <PlainButton
          key={name}
          size="large"
          icon={<LogIn aria-hidden="true" className="size-4.5" />}
          disabled={busy !== undefined}
          onClick={() => onPress(name)}
        >
          {busy === name ? 'Connecting...' : `Continue with ${nameOfProvider(name)}`}
        </PlainButton>
      ))}
    </div>
  )
}
