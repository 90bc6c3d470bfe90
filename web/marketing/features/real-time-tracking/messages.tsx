import { Mail, MessageSquareText } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '../../parts/panel.tsx'

type Message = { at: string; channel: 'SMS' | 'Email'; text: string }

const messages: readonly Message[] = [
  {
    at: '08:40',
    channel: 'Email',
    text: 'Your order KD-1042 is on today’s route. Expect us between 13:45 and 15:00.',
  },
  { at: '13:52', channel: 'SMS', text: 'Budi is on his way. Expect him between 14:15 and 14:35.' },
  { at: '14:16', channel: 'SMS', text: 'You’re two stops away, about 10 minutes. Please keep your phone nearby.' },
  {
    at: '14:27',
    channel: 'Email',
    text: 'Delivered at 14:26, signed by R. Halim. See the photo on your delivery’s page.',
  },
]

export function Messages() {
  return (
    <Panel title="Messages for KD-1042" aside={<Badge>Sample data</Badge>} isPadded={false}>
      <ol className="divide-y">
        {messages.map(({ at, channel, text }) => (
          <li key={at} className="flex gap-4 px-5 py-4">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink [&>svg]:size-4.5"
            >
              {channel === 'SMS' ? <MessageSquareText /> : <Mail />}
            </span>
            <div className="min-w-0">
              <p className="text-[0.8125rem] text-ink-muted tabular-nums">
                {channel} · {at}
              </p>
              <p className="mt-0.5 text-[0.9375rem] leading-snug">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
