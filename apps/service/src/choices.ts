export { tokenScopes } from './http/access/token-scopes.js'
export { permissionLevels } from './store/schema.js'
