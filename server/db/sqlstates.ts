/** PostgreSQL's codes of the errors that are expected. */
export const insufficientPrivilege = '42501'
export const lockNotAvailable = '55P03'
