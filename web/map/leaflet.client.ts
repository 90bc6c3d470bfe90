// Leaflet reaches for `window` when it is imported. React Router leaves `.client` modules out of the prerender build,
// where `L` is undefined: use it in effects only.
export { default as L } from 'leaflet'
