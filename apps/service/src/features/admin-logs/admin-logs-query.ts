import { z } from 'zod'
import { aliases } from '../../http/aliases.js'
import {
  email,
  enumParameter,
  instantFilters,
  pagingFields,
  positiveInteger,
} from '../../http/listing/list-query.js'
import { adminLogInitiators, adminLogResources, adminLogTypes } from './write-admin-log.js'

/** The filters of the lists of admin logs. */
export const AdminLogsQuery = z.object({
  ...pagingFields,
  userEmail: email.optional().meta({ description: "The administrator's address, in any case" }),
  userId: positiveInteger().optional().meta({ description: "The administrator's id" }),
  type: enumParameter(adminLogTypes).optional(),
  initiator: enumParameter(adminLogInitiators, aliases.initiator).optional(),
  resource: enumParameter(adminLogResources).optional(),
  ...instantFilters('createdAt'),
})
