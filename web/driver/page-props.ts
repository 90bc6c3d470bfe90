/** What every page gets: what its address says in brackets. */
export type PageProps = { params: string[] }
