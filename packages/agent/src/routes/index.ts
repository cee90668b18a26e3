import { actionRoutes } from './actions.js'
import { aiQuery } from './ai-proxy.js'
import { associate } from './associate.js'
import { auditTrailRoutes } from './audit-trail.js'
import {
  authentication,
  authenticationCallback,
  authenticationCode,
  logout,
  renew,
} from './authentication.js'
import { batch } from './batch.js'
import { capabilities } from './capabilities.js'
import { codeCharts } from './code-charts.js'
import { count } from './count.js'
import { create } from './create.js'
import { csv } from './csv.js'
import { deleteMany, deleteOne } from './delete.js'
import { dissociate } from './dissociate.js'
import { downloadLinks } from './download-links.js'
import { get } from './get.js'
import { health } from './health.js'
import { importRows } from './import.js'
import { list } from './list.js'
import { metrics } from './metrics.js'
import { nativeQuery } from './native-query.js'
import { relatedCount } from './related-count.js'
import { relatedCsv } from './related-csv.js'
import { relatedList } from './related-list.js'
import { restoreRoutes } from './restore.js'
import type { Route } from './route.js'
import { schema } from './schema.js'
import { scopeCacheInvalidation } from './scope-cache-invalidation.js'
import { stats } from './stats.js'
import { update } from './update.js'
import { updateArrayElement } from './update-array-element.js'
import { updateMany } from './update-many.js'
import { updateRelation } from './update-relation.js'

/** Every route of the agent, below its prefix. */
export const routes: readonly Route[] = [
  health,
  metrics,
  authentication,
  authenticationCallback,
  authenticationCode,
  renew,
  logout,
  scopeCacheInvalidation,
  list,
  csv,
  count,
  get,
  create,
  update,
  updateMany,
  importRows,
  updateArrayElement,
  deleteOne,
  deleteMany,
  relatedList,
  relatedCsv,
  relatedCount,
  associate,
  dissociate,
  updateRelation,
  ...actionRoutes,
  stats,
  ...codeCharts,
  nativeQuery,
  capabilities,
  downloadLinks,
  schema,
  batch,
  ...auditTrailRoutes,
  ...restoreRoutes,
  aiQuery,
]
