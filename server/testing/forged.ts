/** A secret with its last two characters changed: never by chance the one that was given. */
export const forged = (secret: string) => `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BA' : 'AA'}`
