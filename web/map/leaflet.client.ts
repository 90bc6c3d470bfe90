// Leaflet reaches for `window` when it is imported. React Router leaves `.client` modules out of the prerender build,
// where `L` is undefined: use it in effects only.
import L from 'leaflet'

// Leaflet moves markers by `translate3d`, which makes each of them a layer of the screen. A thousand take a tenth of a second to
// sort, whenever anything on the page is drawn. This is its switch for browsers without: the whole map is one layer (map.css).
Object.assign(L.Browser, { ie3d: true })

export { L }
