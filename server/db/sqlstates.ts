/** PostgreSQL's codes of the errors that are expected. */
export const insufficientPrivilege = '42501'
export const diskFull = '53100'
export const lockNotAvailable = '55P03'

/** A statement took too long, or somebody ended it. */
export const statementEnded = '57014'
/** A write in a transaction that only reads: its workspace is being moved. */
export const readOnlyTransaction = '25006'

/** The result of a prepared statement has changed its shape, because a table has. */
export const outdatedStatement = '0A000'

/** Another row refers to this one, or this one refers to none. */
export const foreignKeyViolation = '23503'
