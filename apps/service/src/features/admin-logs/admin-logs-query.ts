import { z } from 'zod'
import { aliases } from '../../http/aliases.js'
import {
  email,
  instantFilters,
  oneOf,
  pagingFields,
  positiveInteger,
} from '../../http/listing/list-query.js'
import { adminLogInitiators, adminLogResources, adminLogTypes } from './write-admin-log.js'

/** The filters of the lists of admin logs. */
export const AdminLogsQuery = z.object({
  ...pagingFields,
  userEmail: email.optional().meta({ description: "The administrator's address, in any case" }),
  userId: positiveInteger().optional().meta({ description: "The administrator's id" }),
  type: oneOf(adminLogTypes).optional(),
  initiator: oneOf(adminLogInitiators, aliases.initiator).optional(),
  resource: oneOf(adminLogResources).optional(),
  ...instantFilters('createdAt'),
})
