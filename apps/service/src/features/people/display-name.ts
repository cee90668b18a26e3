import { type RawBuilder, sql } from 'kysely'

/** The name of a row of `users` as people read it: first and last name, else the username. */
export const displayName: RawBuilder<string> = sql<string>`coalesce(nullif(trim(concat_ws(' ', users.first_name, users.last_name)), ''), users.username)`
