export { type Comparison, compareWorlds } from './compare-worlds.js'
export { inMemory } from './random-world.js'
export type { OpenTables, Places } from './world.js'
