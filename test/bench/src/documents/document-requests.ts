import { filter, PARIS, PREFIX } from '../targets/agent-protocol.js'
import type { Requests } from '../targets/target.js'
import { formatZip } from './documents.js'

const LISTED = '_id,reference,status,total,placedAt,shipping,tags'
const EXPORTED = '_id,reference,status,total,placedAt,note'

const page = (query = '') =>
  `${PREFIX}/orders?fields[orders]=${LISTED}&page[number]=1&page[size]=15&sort=-placedAt${query}&${PARIS}`

export const documentRequests: Requests = {
  docs15: () => ({ path: page() }),
  docsFiltered: i => ({ path: page(`&filters=${filter('zip', formatZip(i * 97))}`) }),
  docsCsv1m: () => ({
    path: `${PREFIX}/orders.csv?fields[orders]=${EXPORTED}&header=${encodeURIComponent(EXPORTED)}&filename=export&sort=_id&${PARIS}`,
  }),
}

/** The first list a start waits for. */
export const firstDocuments: string = page()
