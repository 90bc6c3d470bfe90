import { MessageSquare } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useMessageAddress } from './use-message-address.ts'

/** Opens the messages with a driver over the page. */
export function MessageButton({ driverId, name }: { driverId: string; name: string }) {
  const { openDriver } = useMessageAddress()
  return (
    <Button
      size="small"
      aria-label={`Message ${name}`}
      icon={<MessageSquare aria-hidden="true" className="size-3.5" />}
      onPress={() => openDriver(driverId)}
    >
      Message
    </Button>
  )
}
