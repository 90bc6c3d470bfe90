/** Where the packaged base map is served. Built by `scripts/base-map/vite-plugin.ts`. */
declare module 'virtual:base-map' {
  const url: string
  export default url
}
