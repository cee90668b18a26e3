/** What is asked of every target. `load` is many requests at once, `shot` one request at a time. */
export interface Workload {
  readonly name: string
  readonly kind: 'load' | 'shot'
  readonly what: string
  /** `service` asks the service for notes, `documents` agents for documents; the others agents for records. */
  readonly section?: 'service' | 'documents'
  /** How many records a right answer has. */
  readonly rows?: number
  /** Requests per round. */
  readonly shots?: number
  /** What must equal the limit's answer, read from the body of the agent protocol. */
  readonly answer?: (body: string) => unknown
  readonly isWriting?: boolean
  /** Too large to be asked for once more as a check. */
  readonly isUnchecked?: boolean
}

interface ListBody {
  readonly data: readonly { readonly id: string }[]
}

interface ChartBody {
  readonly data: {
    readonly attributes: {
      readonly value: readonly { label: string; values: { value: number | string } }[]
    }
  }
}

const ids = (body: string) => (JSON.parse(body) as ListBody).data.map(record => record.id)
const count = (body: string) => JSON.parse(body).count
const oneId = (body: string) => JSON.parse(body).data.id
/** The values alone: labels are worded differently, and doubles may differ in the last digits. */
const points = (body: string) =>
  (JSON.parse(body) as ChartBody).data.attributes.value.map(point =>
    Number(point.values.value).toFixed(2),
  )
/** Everything but the line of headings, which agents may word differently. */
const lines = (body: string) => body.trimEnd().split(/\r?\n/).slice(1).length

export const workloads = [
  {
    name: 'list15',
    kind: 'load',
    what: '15 orders with customer, newest first',
    rows: 15,
    answer: ids,
  },
  {
    name: 'list100',
    kind: 'load',
    what: '100 orders with customer, newest first',
    rows: 100,
    answer: ids,
  },
  { name: 'deep', kind: 'load', what: 'page 10,000 of 15 on 1 M orders', rows: 15, answer: ids },
  {
    name: 'search',
    kind: 'load',
    what: 'filter and search on 100 k customers',
    rows: 15,
    answer: ids,
  },
  {
    name: 'countFiltered',
    kind: 'load',
    what: 'count of 100 k customers, filtered',
    answer: count,
  },
  { name: 'count1m', kind: 'load', what: 'count of 1 M orders', answer: count },
  { name: 'get', kind: 'load', what: 'one customer with company and address', answer: oneId },
  {
    name: 'computed',
    kind: 'load',
    what: '15 orders with a computed field',
    rows: 15,
    answer: ids,
  },
  { name: 'related', kind: 'load', what: 'orders of one customer', answer: ids },
  {
    name: 'jsonFilter',
    kind: 'load',
    what: '15 of 1 M rows, filtered by a member of a JSON column',
    rows: 15,
    answer: ids,
  },
  { name: 'create', kind: 'load', what: 'create one review', isWriting: true },
  { name: 'update', kind: 'load', what: 'update one review', isWriting: true },
  {
    name: 'chart',
    kind: 'shot',
    what: 'sum per month of 1 M orders, UTC',
    shots: 3,
    answer: points,
  },
  { name: 'chartTz', kind: 'shot', what: 'the same in Europe/Paris', shots: 3, answer: points },
  {
    name: 'emuFilter',
    kind: 'shot',
    what: 'filter on an emulated field, 100 k rows',
    rows: 15,
    answer: ids,
  },
  {
    name: 'emuSort',
    kind: 'shot',
    what: 'sort on an emulated field, 100 k rows',
    rows: 15,
  },
  {
    name: 'emuFilter1m',
    kind: 'shot',
    what: 'filter on an emulated field that no row of 1 M passes',
    rows: 0,
  },
  {
    name: 'emuSort1m',
    kind: 'shot',
    what: 'sort on an emulated field, 1 M rows',
    rows: 15,
  },
  { name: 'file1g', kind: 'shot', what: 'an action that answers 1 GB', isUnchecked: true },
  { name: 'csv100k', kind: 'shot', what: 'CSV of 100 k customers', answer: lines },
  { name: 'csv1m', kind: 'shot', what: 'CSV of 1 M orders', isUnchecked: true },
  {
    name: 'notes10',
    section: 'service',
    kind: 'load',
    what: 'the 10 newest of 5 M notes',
    rows: 10,
    answer: ids,
  },
  {
    name: 'notes100',
    section: 'service',
    kind: 'load',
    what: 'the 100 newest of 5 M notes',
    rows: 100,
    answer: ids,
  },
  {
    name: 'docs15',
    section: 'documents',
    kind: 'load',
    what: '15 of 1 M documents, newest first',
    rows: 15,
    answer: ids,
  },
  {
    name: 'docsFiltered',
    section: 'documents',
    kind: 'load',
    what: '15 of 1 M documents, filtered by a nested value',
    rows: 15,
    answer: ids,
  },
  {
    name: 'docsCsv1m',
    section: 'documents',
    kind: 'shot',
    what: 'CSV of 1 M documents',
    isUnchecked: true,
  },
] as const satisfies readonly Workload[]

export type WorkloadName = (typeof workloads)[number]['name']
export type NamedWorkload = Workload & { readonly name: WorkloadName }

/** The workloads of a section that were asked for. */
export function chooseWorkloads(
  names: readonly WorkloadName[],
  section?: Workload['section'],
): readonly NamedWorkload[] {
  return (workloads as readonly NamedWorkload[]).filter(
    workload => workload.section === section && names.includes(workload.name),
  )
}
