import { startGeocoderDouble } from '#server/outside/geocoder/double.ts'

/** A geocoder on this machine that knows the sample addresses. Ctrl+C stops it. */
const { url } = await startGeocoderDouble({ port: 4706 })
console.log(`This geocoder knows the addresses of samples/jakarta-deliveries.csv. Start Karta with

  GEOCODER_URL=${url} GEOCODER_KIND=photon npm start

or with GEOCODER_KIND nominatim or pelias.
`)
