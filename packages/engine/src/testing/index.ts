export { type Comparison, compareWorlds } from './compare-worlds.js'
export { inMemory, type OpenTables, type Places } from './random-world.js'
