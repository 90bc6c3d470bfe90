/** The problem of a field for its component, if it has one. */
export const errorOf = (errorMessage: string | undefined) => (errorMessage ? { errorMessage } : {})
