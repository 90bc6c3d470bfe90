// Leaflet needs a window as soon as it is imported. React Router leaves `.client` modules out of the build that writes
// pages to files, so everything here is undefined there: use it in effects, and render it only in a browser.
export { default as L } from 'leaflet'
export { AttributionControl, MapContainer, ScaleControl, useMap } from 'react-leaflet'
