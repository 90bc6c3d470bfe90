import type { OrderWords } from '#domain/order-page/words.ts'
import type { PinMap } from '../pin-map.ts'

type Place = { lat: number; lng: number }
type Where = { delivery_address: string; delivery_location: Place | null }

/** The address and the place that the customer says: by the pin, by where they are, or by the address alone. */
export function useWhere({ say }: OrderWords, center: Place, onChange: () => void) {
  const form = document.querySelector<HTMLFormElement>('#address')!
  const pinForm = document.querySelector<HTMLFormElement>('#pin-form')!
  const [used, here, pin] = ['#used', '#here', '#pin'].map((id) => form.querySelector<HTMLElement>(id)!)
  let chosen: Place | null = null
  let found: Place | null = null
  let map: PinMap | undefined

  function choose(place: Place | null, text: string): void {
    chosen = place
    used!.hidden = place === null
    used!.querySelector('span')!.textContent = text
    pinForm.hidden = true
    onChange()
  }
  async function openPin(): Promise<void> {
    pinForm.hidden = !pinForm.hidden
    if (pinForm.hidden) return
    const at = chosen ?? found
    try {
      const { openPinMap } = await import('../pin-map.ts')
      const options = { hint: say('pin.hint'), zoom: at ? 17 : 12 }
      if (map && at) map.moveTo(at)
      map ??= openPinMap(pinForm.querySelector<HTMLElement>('.pin-map')!, at ?? center, options)
      pinForm.querySelector<HTMLElement>('.leaflet-marker-icon')?.focus()
    } catch {
      pinForm.querySelector('.said')!.textContent = say('wrong.offline')
    }
  }
  function locate(): void {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => choose({ lat: coords.latitude, lng: coords.longitude }, say('address.hereUsed')),
      () => (form.querySelector('.said')!.textContent = say('address.hereFailed')),
      { enableHighAccuracy: true, timeout: 10_000 },
    )
  }

  here!.hidden = !('geolocation' in navigator)
  here!.addEventListener('click', locate)
  pin!.addEventListener('click', () => void openPin())
  used!.querySelector('button')!.addEventListener('click', () => {
    choose(null, '')
    form.querySelector('input')!.focus()
  })
  pinForm.addEventListener('submit', (event) => {
    event.preventDefault()
    if (map) choose(map.place(), say('pin.used'))
  })
  form.querySelector('input')!.addEventListener('input', () => {
    found = null
    onChange()
  })
  for (const button of form.querySelectorAll('button')) button.disabled = false
  return {
    form,
    /** Whether a shop has asked for the address already. What is typed before this script runs does not count. */
    wasPrefilled: form.querySelector('input')!.defaultValue.trim() !== '',
    read: (): Where => ({
      delivery_address: String(new FormData(form).get('address')).trim(),
      delivery_location: chosen,
    }),
    /** Where the server found the address: the pin can be put right from there. */
    wasFound(place: Place) {
      found = place
      pin!.textContent = say('pin.title')
    },
  }
}
