import type { LiveQuery } from '@service/service-client'

/** An SQL segment that lists ask for by its name. */
export type NamedQuery = Required<LiveQuery>
