/** Ratings up to this one need somebody's attention. */
export const lowRating = 2
