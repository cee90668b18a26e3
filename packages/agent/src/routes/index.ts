import { count } from './count.js'
import { health } from './health.js'
import { list } from './list.js'
import type { Route } from './route.js'

/** Every route of the agent, below its prefix. */
export const routes: readonly Route[] = [health, list, count]
