/** What a photo is of. */
export const photoAbouts = ['proof', 'failure', 'vehicle_check', 'message'] as const
export type PhotoAbout = (typeof photoAbouts)[number]

/**
 * `expected`: the phone took it, and it has not arrived. `stored`: it is here, and the one that the phone signed. `mismatch`:
 * something else arrived. `not_an_image`: what arrived is no photo.
 */
export const photoStates = ['expected', 'stored', 'mismatch', 'not_an_image'] as const
export type PhotoState = (typeof photoStates)[number]

/** A photo that has not arrived by then is called missing. Phones without a network have up to three days. */
export const photoMissingAfterHours = 24
