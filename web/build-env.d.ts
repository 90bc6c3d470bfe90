/** The constants that `vite.config.ts` inserts at build time. */
interface ImportMetaEnv {
  readonly BUILD_YEAR: number
}
