/** Begins every function that runs with the owner's rights. Nobody can slip it a table of the same name. */
export const asOwner = 'security definer set search_path = public, pg_temp'
