import { asOwner } from './as-owner.ts'

/** Whom members may ask for what they may not do. Drivers and clients see no other member. */
export const ofTheWorkspace: Record<string, string> = {
  owner_name: `create function owner_name() returns text
    language sql stable ${asOwner} as $$
      select m.name from members m
        where m.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and m.role = 'owner'
          and m.state = 'active'
        order by m.created_at, m.user_id limit 1
    $$`,
}
