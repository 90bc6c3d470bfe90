import { escapeHtml } from '#domain/escape-html.ts'
import type { ShopCustomer } from '#domain/shops/exchange.ts'
import type { Mail } from '../../outside/mail.ts'

type Asked = { to: string; workspaceName: string; pageUrl: string; customer: ShopCustomer | null }

/** A customer of a shop wants to know what is kept of them. The shop's owner answers; Karta has the export. */
export function dataRequestMail({ to, workspaceName, pageUrl, customer }: Asked): Mail {
  const who = customer?.email ?? customer?.phone ?? 'A customer'
  const lines = [
    `${who} asked the shop which personal data is kept of them. ${workspaceName} has it in deliveries of the shop’s orders.`,
    `Find them here, download what is kept, and send it to the shop within 30 days: ${pageUrl}`,
  ]
  return {
    to,
    subject: 'A shop’s customer asks for their data',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
