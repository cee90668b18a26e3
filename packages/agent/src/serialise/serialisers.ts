import { actionResponse } from '../actions/action-response.js'
import { statsResponse } from '../charts/stats-response.js'
import { countResponse } from './count-response.js'
import { csvResponse } from './csv-response.js'
import { listResponse } from './list-response.js'
import { recordResponse } from './record-response.js'

/** How each form of result becomes a response. Routes call them through the runtime, which may measure them. */
export const serialisers = {
  list: listResponse,
  record: recordResponse,
  count: countResponse,
  csv: csvResponse,
  chart: statsResponse,
  action: actionResponse,
}

export type Serialisers = typeof serialisers
