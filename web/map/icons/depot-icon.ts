import { L } from '../leaflet.client.ts'

const house =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 21V8l9-5 9 5v13"/><path d="M7 21v-9h10v9"/><path d="M7 16h10"/></svg>'

/** A house: where routes begin and end. */
export const depotIcon = () => L.divIcon({ html: house, className: 'karta-depot', iconSize: [32, 32] })
