import { z } from 'zod'
import { instant, UserReference } from '../../http/listing/objects.js'
import { adminLogInitiators, adminLogResources, adminLogTypes } from './write-admin-log.js'

const value = z.looseObject({}).optional()

/** An admin log as every API returns it. */
export const AdminLog = z
  .object({
    object: z.literal('adminLog'),
    id: z.string(),
    type: z.enum(adminLogTypes),
    resource: z.enum(adminLogResources),
    initiator: z.enum(adminLogInitiators),
    createdAt: instant,
    user: UserReference.optional().meta({ description: 'Absent when no person made the change' }),
    previousValue: value.meta({ description: 'Of an update: the keys that changed' }),
    newValue: value,
  })
  .meta({ id: 'AdminLog' })
export type AdminLog = z.output<typeof AdminLog>
