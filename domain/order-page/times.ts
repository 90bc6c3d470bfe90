import type { OrderHold, OrderSlot, PlacedOrder } from '../schema/order-page.ts'
import { html, type Html } from '../tracking/page/html.ts'
import type { OrderWords } from './words.ts'

/** So many windows in which the van is in the street are shown before all others. */
const mostNear = 3

/** The windows to choose from: those in which the van is in the street first, then all others by day. */
export function timesSection(slots: readonly OrderSlot[], currency: string, words: OrderWords): Html {
  const { say } = words
  if (!slots.length) return html`<p>${say('times.none')}</p>`
  const near = slots.filter(({ is_near: isNear }) => isNear).slice(0, mostNear)
  const others = slots.filter((slot) => !near.includes(slot))
  const days = [...Map.groupBy(others, ({ day }) => day)].toSorted(([a], [b]) => a.localeCompare(b))
  const button = (slot: OrderSlot, text: string, note: string | false) =>
    html`<li>
      <button type="button" class="time" data-slot="${slots.indexOf(slot)}">
        <span>${text} ${note && html`<small>${note}</small>`}</span>
        <span>${slot.price === 0 ? say('times.free') : words.money(slot.price, currency)}</span>
      </button>
    </li>`
  return html`${
    near.length > 0 &&
    html`<section class="near">
      <h3>${say('times.nearTitle')}</h3>
      <ul class="choices">
        ${near.map((slot) => button(slot, words.day(slot.day), words.range(slot)))}
      </ul>
    </section>`
  }
  ${days.map(
    ([day, own], at) =>
      html`<details class="day" ${at === 0 && html`open`}>
        <summary><h3>${words.day(day)}</h3></summary>
        <ul class="choices">
          ${own
            .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
            .map((slot) => button(slot, words.range(slot), slot.is_near && say('times.near')))}
        </ul>
      </details>`,
  )}`
}

/** What is held. The script fills in for how long. */
export function heldSection(held: OrderHold, currency: string, words: OrderWords): Html {
  const { say } = words
  return html`<p class="chosen">${words.day(held.day)} <strong class="range">${words.range(held)}</strong></p>
    ${held.price > 0 && html`<p>${words.money(held.price, currency)}</p>`}
    <p class="fine" role="timer" id="left"></p>
    <p class="notice" role="status" id="over" hidden>${say('held.over')}</p>`
}

/** What was booked, and where to follow it. */
export function placedSection(placed: PlacedOrder, words: OrderWords): Html {
  const { say } = words
  const { day, number } = placed
  return html`<h1 tabindex="-1">${say('placed.title')}</h1>
    <p>${say('placed.text', { day: words.day(day), range: words.range(placed), number: String(number) })}</p>
    <a class="button" href="${placed.tracking_url}">${say('placed.link')}</a>`
}
