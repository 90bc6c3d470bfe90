import { asOwner } from './as-owner.ts'

/** Payments of all workspaces. These return ids; the work then happens in each workspace. */
export const billingFunctions: Record<string, string> = {
  workspace_of_customer: `create function workspace_of_customer(customer text) returns uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from subscriptions s where s.customer_id = customer
    $$`,

  // Workspaces that pay for another number of drivers than are active.
  licenses_behind: `create function licenses_behind(most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from subscriptions s
        where s.follows_drivers and s.status = 'active'
          and s.licenses <> greatest(1,
            (select count(*) from drivers d where d.workspace_id = s.workspace_id and d.active))
        limit most
    $$`,

  // Workspaces of which Stripe was not asked since a moment.
  subscriptions_to_check: `create function subscriptions_to_check(before timestamptz, most integer) returns setof uuid
    language sql stable ${asOwner} as $$
      select s.workspace_id from subscriptions s
        where s.asked_at < before and s.status is distinct from 'canceled' order by s.asked_at limit most
    $$`,
}
