export { type AuditTrailOptions, createAuditTrail } from './create-audit-trail.js'
