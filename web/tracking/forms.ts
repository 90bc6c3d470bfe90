import type { Tracking } from '#domain/schema/tracking.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { ask, Refused } from './sync/api.ts'
import type { PinMap } from './pin-map.ts'

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
    // What was drawn again has to say it, too.
    const { does } = form.dataset
    show(tracking)
    const drawn = document.querySelector<HTMLElement>(`form[data-does='${does}'] .said`) ?? status
    drawn.textContent = said
  } catch (error) {
    const why = error instanceof Refused ? error.message : words.say('form.offline')
    status.textContent = words.say('form.failed', { why })
  } finally {
    button.disabled = false
  }
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
