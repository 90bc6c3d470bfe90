import {
  channelNames,
  notificationChannels,
  notificationEventHelp,
  notificationEventNames,
  notificationEvents,
} from '#domain/notifications/events.ts'
import type { NotificationChoices } from '#domain/schema/notification-settings.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type ChoicesTableProps = {
  choices: NotificationChoices
  isDisabled: boolean
  onChange: (choices: NotificationChoices) => void
}

/** Which events may use which channels. */
export function ChoicesTable({ choices, isDisabled, onChange }: ChoicesTableProps) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Which events may use which channels</caption>
      <thead>
        <tr className="border-b text-[0.8125rem] text-ink-muted">
          <th scope="col" className="py-2 font-medium">
            Event
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-14 py-2 text-center font-medium sm:w-24">
              {channel === 'sms' ? 'Text' : channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {notificationEvents.map((event) => (
          <tr key={event}>
            <th scope="row" className="py-2.5 pr-2 font-normal">
              <span className="block font-medium">{notificationEventNames[event]}</span>
              <span className="block text-[0.8125rem] text-pretty text-ink-muted">{notificationEventHelp[event]}</span>
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel} className="text-center align-middle">
                <Checkbox
                  aria-label={`${notificationEventNames[event]}: ${channelNames[channel]}`}
                  isDisabled={isDisabled}
                  isSelected={choices[event][channel]}
                  onChange={(on) => onChange({ ...choices, [event]: { ...choices[event], [channel]: on } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
