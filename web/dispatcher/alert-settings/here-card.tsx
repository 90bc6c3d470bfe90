import { Send } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NotifyHere } from '../alerts/notify-here.tsx'
import { usePushHere } from '../alerts/use-push-here.ts'

/** Notifications in the browser of whoever looks. */
export function HereCard() {
  const push = usePushHere()
  return (
    <Card
      title="This device"
      description="Notifications that appear while Karta is closed. They never name a recipient."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <NotifyHere push={push} />
        {push.isOn && (
          <Button
            icon={<Send aria-hidden="true" className="size-4" />}
            isPending={push.isTesting}
            onPress={() => push.test()}
          >
            Send a test notification
          </Button>
        )}
      </div>
    </Card>
  )
}
