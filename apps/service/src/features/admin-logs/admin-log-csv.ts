import { defineCsv } from '../../http/listing/csv.js'
import type { AdminLog } from './admin-log.js'

const formatValue = (value: object | undefined) => value && JSON.stringify(value)

/** Admin logs as a CSV file. */
export const adminLogCsv = defineCsv<AdminLog>({
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  type: ({ type }) => type,
  resource: ({ resource }) => resource,
  initiator: ({ initiator }) => initiator,
  userId: ({ user }) => user && String(user.id),
  username: ({ user }) => user?.username,
  userEmail: ({ user }) => user?.email,
  previousValue: ({ previousValue }) => formatValue(previousValue),
  newValue: ({ newValue }) => formatValue(newValue),
})
