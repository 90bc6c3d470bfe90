import { sql, type Kysely } from 'kysely'

/** How much wider expected arrivals are said than the model alone finds them, so that as many hold as is stated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table eta_history
      -- What the halves of the range before and after its middle were multiplied with. Null if another model said it.
      add early_width real,
      add late_width real;
    -- By lead time, as what was said taught. Null before the first night.
    alter table eta_fits add widths jsonb;
    -- Of the spread, this is now how much of it a driver's day has in common: what the model took until now.
    update eta_effects set effect = 0.15 where scope = 'spread';`,
    )
    .execute(db)
}
