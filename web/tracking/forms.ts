import type { Tracking } from '#domain/schema/tracking.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { ask, Refused } from './sync/api.ts'
import type { PinMap } from './pin-map.ts'
import { chosenSlot, closeSlots, hasSlots, openSlots } from './slots.ts'

type Sent = { method: string; path: string; body?: object; said: string }
type Context = { token: string; words: Words; now: () => Tracking; show: (tracking: Tracking) => void }

const pins = new WeakMap<HTMLFormElement, PinMap>()

/** What each form sends, by what it does. */
const sends: Record<string, (form: HTMLFormElement, words: Words) => Sent> = {
  wishes: (form, { say }) => ({ method: 'PATCH', path: 'preferences', body: wishesIn(form), said: say('wish.saved') }),
  message: (form, { say }) => ({
    method: 'POST',
    path: 'messages',
    body: { text: textOf(form, 'text') },
    said: say('message.sent'),
  }),
  window: (form, words) => ({ method: 'POST', path: 'slot', ...chosenSlot(form, words) }),
  retry: (_, { say }) => ({ method: 'POST', path: 'attempts', said: say('retry.done') }),
  rating: (form) => ({
    method: 'POST',
    path: 'rating',
    body: { stars: Number(textOf(form, 'stars')), comment: textOf(form, 'comment') || null },
    said: '',
  }),
  pin: (form, { say }) => ({
    method: 'PATCH',
    path: 'preferences',
    body: { location: pins.get(form)!.place() },
    said: say('pin.saved'),
  }),
}

/** Shows the forms, which need this script, and sends what people enter. */
export function useForms(main: HTMLElement, context: Context): void {
  main.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    if (form.dataset.does === 'pin' && !pins.has(form)) void openPin(form, context)
    else if (form.dataset.does === 'window' && !hasSlots(form)) void findSlots(form, context)
    else void send(form, context)
  })
}

/** Forms are written hidden. */
export function unhideForms(main: HTMLElement): void {
  for (const form of main.querySelectorAll<HTMLElement>('form[data-does]')) {
    form.hidden = false
    form.parentElement!.hidden = false
  }
}

async function send(form: HTMLFormElement, { token, words, show }: Context): Promise<void> {
  const { method, path, body, said } = sends[form.dataset.does!]!(form, words)
  const status = form.querySelector<HTMLElement>('.said')!
  const button = form.querySelector('button')!
  if (form.dataset.does === 'message' && !textOf(form, 'text')) return
  button.disabled = true
  try {
    const tracking = await ask<Tracking>(`/v1/tracking/${token}/${path}`, { method, ...(body && { body }) })
    if (form.dataset.does === 'message') form.reset()
    if (form.dataset.does === 'window') foldSlots(form, words)
    // What was drawn again has to say it, too.
    const { does } = form.dataset
    show(tracking)
    const drawn = document.querySelector<HTMLElement>(`form[data-does='${does}'] .said`) ?? status
    drawn.textContent = said
  } catch (error) {
    status.textContent = whyNot(error, words)
    // What is left now, without the time that is gone.
    if (form.dataset.does === 'window') foldSlots(form, words)
  } finally {
    button.disabled = false
  }
}

/** Why something did not work, in the words of the page where recipients meet it often. */
function whyNot(error: unknown, { say }: Words): string {
  if (!(error instanceof Refused)) return say('form.failed', { why: say('form.offline') })
  if (error.code === 'slot_delivery_moving') return say('slot.late')
  const isGone = error.code === 'slot_taken' || error.code === 'slot_not_offered'
  return say('form.failed', { why: isGone ? say('slot.taken') : error.message })
}

async function findSlots(form: HTMLFormElement, { token, words }: Context): Promise<void> {
  const { say } = words
  const [status, button] = [form.querySelector<HTMLElement>('.said')!, form.querySelector('button')!]
  button.disabled = true
  status.textContent = say('slot.loading')
  try {
    const isAny = await openSlots(form, token, words)
    status.textContent = isAny ? '' : say('slot.none')
    if (isAny) button.textContent = say('slot.choose')
  } catch (error) {
    status.textContent = areNone(error) ? say('slot.none') : whyNot(error, words)
  }
  button.disabled = false
}

/** Nobody brings it there, or nothing that is this large, so that there is no window either. */
const areNone = (error: unknown) =>
  error instanceof Refused && ['slot_outside', 'slot_too_large', 'no_depot'].includes(error.code ?? '')

function foldSlots(form: HTMLFormElement, { say }: Words): void {
  closeSlots(form)
  form.querySelector('button')!.textContent = say('slot.open')
}

async function openPin(form: HTMLFormElement, { words, now }: Context): Promise<void> {
  const { location } = now()
  if (!location) return
  const [hint, place] = [form.querySelector('p')!, form.querySelector<HTMLElement>('.pin-map')!]
  hint.hidden = place.hidden = false
  const { openPinMap } = await import('./pin-map.ts')
  pins.set(form, await openPinMap(place, location, words))
  form.querySelector('button')!.textContent = words.say('pin.save')
}

const textOf = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim()

/** Only the fields that are there may be changed. */
function wishesIn(form: HTMLFormElement): object {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim() || null])
  const wishes = Object.fromEntries(entries) as Record<string, string | null>
  if ('leave' in wishes && !wishes.leave) wishes.leave_where = null
  return wishes
}
