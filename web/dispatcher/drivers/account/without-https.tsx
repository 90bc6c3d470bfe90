import { LockOpen } from 'lucide-react'
import { appConfig } from '#web/lib/app-config.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says what a driver's phone cannot do where Karta is opened without HTTPS. Nothing where it is, or on this machine. */
export function WithoutHttps() {
  const address = appConfig()?.public_url
  const { protocol, hostname } = new URL(address ?? window.location.origin)
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null
  return (
    <div className="mb-3">
      <Banner tone="warning" icon={<LockOpen />}>
        Phones open {hostname} without HTTPS. The driver’s app does not work there: phones give it no position and no
        camera. Ask whoever runs this server to set up HTTPS.
      </Banner>
    </div>
  )
}
