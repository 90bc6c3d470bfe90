/** What every agent is told when it connects. */
export const instructions = `Karta plans and follows last-mile deliveries: deliveries become stops of routes, and all routes of one day are a plan.

- Days are YYYY-MM-DD and times HH:MM in the time zone of the workspace. Instants are in UTC.
- People name deliveries by number (#12), address or recipient, and drivers by name. Find the ID with find_deliveries or list_drivers.
- A plan is a draft until it is dispatched. Use plan_day, then show_plan, and explain_plan for what was left out.
- Tools that are hard to take back ask first: they answer with what would happen and a text for \`confirm\`. Never confirm by yourself. Tell the person what would happen, and confirm only if they agree.`
