import type { Tracking } from '../../schema/tracking.ts'
import { html, type Html } from './html.ts'
import type { Words } from './words.ts'

/** What is asked at the door, the PIN first. */
export function doorSection({ door, step }: Tracking, { say, money, number }: Words): Html {
  const isOver = step === 'delivered' || step === 'cancelled' || step === 'returning'
  const asked = door.asks.filter((kind) => kind !== 'pin')
  if (isOver || (!door.asks.length && !door.cash)) return html``
  return html`<section class="card">
    <h2>${say('door.title')}</h2>
    ${
      door.pin &&
      html`<p class="pin" dir="ltr">${door.pin}</p>
        <p>${say('door.pin')}</p>`
    }
    ${
      (asked.length > 0 || door.cash) &&
      html`<ul>
        ${door.cash && html`<li>${say('door.cash', { amount: money(door.cash.amount, door.cash.currency) })}</li>`}
        ${asked.map((kind) => html`<li>${say(`door.${kind}`, { age: number(door.minimum_age ?? 18) })}</li>`)}
      </ul>`
    }
  </section>`
}
