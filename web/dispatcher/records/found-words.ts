import type { z } from 'zod'
import type { searchAddresses } from '#domain/api/addresses.ts'

type Geocoder = z.output<typeof searchAddresses.reply>['geocoder']

/** What to do when a search for an address has nothing to choose from. Nothing if it has. */
export function foundWords(places: number, geocoder: Geocoder | undefined, hasFailed: boolean): string | undefined {
  if (hasFailed) return 'Addresses cannot be searched right now. What you typed stays as it is.'
  if (places > 0) return undefined
  if (geocoder === 'busy' || geocoder === 'unavailable') {
    return 'The map search does not answer right now, and the address book has nothing like it.'
  }
  if (geocoder === 'none') return 'The address book has nothing like it.'
  return 'No such address found. Check the spelling, or write the street and the town.'
}
