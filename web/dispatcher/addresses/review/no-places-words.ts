type Geocoder = 'answered' | 'not_asked' | 'busy' | 'unavailable' | 'none'

/** Why there is no place to choose, and what helps. */
export function noPlacesWords(geocoder: Geocoder): string {
  if (geocoder === 'busy') return 'The geocoder is busy. Search again in a moment, or click the map.'
  if (geocoder === 'unavailable') return 'The geocoder is not answering. Click the map, or paste a position.'
  if (geocoder === 'none') return 'Click the map, or paste a position. This server has no geocoder to search with.'
  return 'No place found. Try another spelling, click the map, or paste a position.'
}
