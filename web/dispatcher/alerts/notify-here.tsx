import { BellRing } from 'lucide-react'
import type { PushSupport } from '#web/lib/push.ts'
import { Switch } from '#web/ui/switch.tsx'
import { usePushHere } from './use-push-here.ts'

const whyNot: Record<Exclude<PushSupport, 'ready'>, string> = {
  denied: 'This browser blocks notifications of Karta. Allow them in its settings for this page, then reload it.',
  missing: 'This browser has no notifications of pages. Email reaches you here.',
  insecure: 'Browsers notify of secure pages only. Ask whoever runs this server for an https:// address.',
  home_screen: 'On iPhone and iPad, add Karta to the home screen first: press Share, then “Add to Home Screen”.',
}

/** Turns notifications in this browser on and off, and says why if it cannot. */
export function NotifyHere({ push }: { push: ReturnType<typeof usePushHere> }) {
  const { support, isOn, isChanging, change } = push
  return (
    <div className="mr-auto self-center">
      <Switch isSelected={isOn} isDisabled={isChanging || support !== 'ready'} onChange={change}>
        <BellRing aria-hidden="true" className="mr-1.5 inline size-4" />
        Notify me on this device
      </Switch>
      {support !== 'ready' && <p className="mt-1 text-[0.8125rem] text-pretty text-ink-muted">{whyNot[support]}</p>}
    </div>
  )
}

/** The same where only the switch is shown, in the inbox. */
export function NotifyHereSwitch() {
  return <NotifyHere push={usePushHere()} />
}
