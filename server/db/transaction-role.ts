/** In SQL: the role of whoever a transaction works for, in its workspace. */
export const role = `current_setting('karta.role', true)`
