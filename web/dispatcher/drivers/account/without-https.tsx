import { LockOpen, MonitorSmartphone } from 'lucide-react'
import { appConfig } from '#web/lib/app-config.ts'
import { Banner } from '#web/ui/banner.tsx'
import { phoneReach } from './phone-reach.ts'

/** Says why a driver's phone cannot open Karta as it is set up, or not use the app there. Nothing where it can. */
export function WithoutHttps() {
  const address = appConfig()?.public_url ?? window.location.origin
  const reach = phoneReach(address)
  if (reach === 'all') return null
  const { host, hostname } = new URL(address)
  return (
    <div className="mb-3">
      {reach === 'this-computer' ? (
        <Banner tone="info" icon={<MonitorSmartphone />}>
          Only this computer can open {host}. To try the driver’s app, open a link in a private window here. For phones,
          ask whoever runs this server for an address with HTTPS.
        </Banner>
      ) : (
        <Banner tone="warning" icon={<LockOpen />}>
          Phones open {hostname} without HTTPS. The driver’s app does not work there: phones give it no position and no
          camera. Ask whoever runs this server to set up HTTPS.
        </Banner>
      )}
    </div>
  )
}
