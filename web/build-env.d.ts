/** What `vite.config.ts` writes into the pages while building them. */
interface ImportMetaEnv {
  readonly BUILD_YEAR: number
}
