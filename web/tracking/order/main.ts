import '../tracking.css'
import './order.css'
import { solveChallenge } from '#domain/challenge.ts'
import { heldSection, placedSection, timesSection } from '#domain/order-page/times.ts'
import type { OrderWords } from '#domain/order-page/words.ts'
import type { OrderHold, OrderPage, OrderSlot, OrderSlots, PlacedOrder } from '#domain/schema/order-page.ts'
import { tellHeight } from '../embedded.ts'
import { ask, Refused } from '../sync/api.ts'
import { countDown } from './countdown.ts'
import { useWhere } from './where.ts'
import { whyNot } from './why-not.ts'
import { loadWords } from './words.ts'

/** `parent` is the site of the shop whose page shows the slots. */
type Data = { name: string; shop: OrderPage; parent: string | null }

const part = (id: string) => document.getElementById(id)!
/** Says what is under way, or what went wrong. */
function tell(element: HTMLElement, text: string, isWrong = false): void {
  const line = element.querySelector<HTMLElement>('.said')!
  line.textContent = text
  line.classList.toggle('wrong', isWrong)
}

/** Address, time, contact: each is a part of the page that the server wrote, and keeps what was entered. */
function start({ name, shop, parent }: Data, words: OrderWords): void {
  const base = `/v1/order-pages/${name}`
  const [where, times, contact, placed] = ['where', 'times', 'contact', 'placed'].map(part) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  let slots: OrderSlot[] = []
  let held: OrderHold | undefined
  let stopCounting = () => {}

  const asked = useWhere(words, shop.center, () => (times.hidden = true))

  function tellShop(slot: OrderHold | null): void {
    const { id: hold_id, day, start, end, price, expires_at } = slot ?? ({} as OrderHold)
    const kartaSlot = slot && { hold_id, day, start, end, price, currency: shop.currency, expires_at }
    if (parent) window.parent.postMessage({ kartaSlot }, parent)
  }

  async function find(why = ''): Promise<void> {
    times.hidden = false
    tell(asked.form, '')
    tell(times, words.say('times.loading'))
    const place = times.querySelector('.found')!
    place.replaceChildren()
    try {
      const { data, location } = await ask<OrderSlots>(`${base}/slots`, { method: 'POST', body: asked.read() })
      slots = data
      asked.wasFound(location)
      place.innerHTML = timesSection(slots, shop.currency, words).text
      tell(times, why, true)
      times.querySelector('h2')!.focus()
    } catch (error) {
      times.hidden = true
      tell(asked.form, whyNot(error, words), true)
    }
  }

  async function hold({ day, start, end }: OrderSlot): Promise<void> {
    const buttons = times.querySelectorAll('button')
    for (const button of buttons) button.disabled = true
    try {
      const proof = await answer()
      const body = { ...asked.read(), day, start, end, ...proof }
      show(await ask<OrderHold>(`${base}/holds`, { method: 'POST', body }))
    } catch (error) {
      for (const button of buttons) button.disabled = false
      const isGone = error instanceof Refused && ['slot_taken', 'slot_not_offered'].includes(error.code)
      if (isGone) await find(whyNot(error, words))
      else tell(times, whyNot(error, words), true)
    }
  }

  function show(hold: OrderHold): void {
    held = hold
    contact.querySelector('.held')!.innerHTML = heldSection(hold, shop.currency, words).text
    where.hidden = times.hidden = true
    contact.hidden = false
    const book = contact.querySelector<HTMLButtonElement>('form button:not([type])')
    if (book) book.disabled = false
    stopCounting()
    stopCounting = countDown(part('left'), {
      minutes: shop.hold_minutes,
      write: (time) => words.say('held.left', { time }),
      over,
    })
    contact.querySelector<HTMLElement>('[tabindex]')!.focus()
    tellShop(hold)
  }

  function over(): void {
    stopCounting()
    part('left').hidden = true
    part('over').hidden = false
    const book = contact.querySelector<HTMLButtonElement>('form button:not([type])')
    if (book) book.disabled = true
    held = undefined
    tellShop(null)
  }

  function back(): void {
    stopCounting()
    // Others can have it at once. If this fails, they can when its time is over.
    if (held) void ask(`${base}/holds/${held.id}`, { method: 'DELETE' }).catch(() => {})
    if (held) tellShop(null)
    held = undefined
    contact.hidden = true
    where.hidden = false
    void find()
  }

  async function book(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form)
    const text = (field: string) => String(fields.get(field) ?? '').trim() || null
    const body = {
      recipient_name: text('name'),
      recipient_phone: text('phone'),
      recipient_email: text('email'),
      notes: text('notes'),
    }
    const button = form.querySelector('button')!
    button.disabled = true
    tell(form, '')
    try {
      const done = await ask<PlacedOrder>(`${base}/holds/${held!.id}/confirm`, { method: 'POST', body })
      stopCounting()
      placed.innerHTML = placedSection(done, words).text
      contact.hidden = true
      placed.hidden = false
      placed.querySelector('h1')!.focus()
    } catch (error) {
      button.disabled = false
      if (error instanceof Refused && error.code === 'slot_hold_ended') over()
      else tell(form, whyNot(error, words), true)
    }
  }

  asked.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void find()
  })
  times.addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest<HTMLElement>('[data-slot]')
    if (button) void hold(slots[Number(button.dataset.slot)]!)
  })
  contact.querySelector('.back')!.addEventListener('click', back)
  contact.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (held) void book(event.target as HTMLFormElement)
  })
  if (parent && asked.wasPrefilled) void find()
}

/** The answer to a puzzle, which keeps programs from holding all slots. */
async function answer(): Promise<{ challenge: string; answer: string }> {
  const { challenge, difficulty } = await ask<{ challenge: string; difficulty: number }>('/v1/contact/challenge', {
    method: 'GET',
  })
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { challenge, answer: await solveChallenge(challenge, difficulty, pause) }
}

tellHeight()
const data = document.getElementById('order')
if (data) {
  const order = JSON.parse(data.textContent) as Data
  void loadWords(order.shop.language, order.shop.time_zone).then((words) => start(order, words))
}
