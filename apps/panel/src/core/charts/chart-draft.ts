import type { Chart, ChartDefinition, ChartDisplay, ChartTimeRange } from '@service/protocol'
import { formatFilter, parseFilter } from '../list/filter-text.js'
import type { FilterTree } from '../list/filter-tree.js'
import type { Collections } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { bindFilter, splitFilter } from './chart-binding.js'
import type { ChartKind } from './chart-data.js'
import { findCodeChart } from './chart-request.js'

/** Where the numbers of a chart come from. */
export type ChartSource = 'records' | 'sql' | 'code' | 'ratio'

/** What can be the source of a chart, by its kind; the first is chosen at first. */
export const sourcesByKind: Readonly<Record<ChartKind, readonly ChartSource[]>> = {
  value: ['records', 'sql', 'code'],
  objective: ['records', 'sql', 'code'],
  percentage: ['ratio', 'sql', 'code'],
  distribution: ['records', 'sql', 'code'],
  leaderboard: ['records', 'sql', 'code'],
  time: ['records', 'sql', 'code'],
  times: ['code'],
  smart: ['code'],
}

const types = {
  value: 'Value',
  objective: 'Objective',
  percentage: 'Percentage',
  distribution: 'Pie',
  leaderboard: 'Leaderboard',
  time: 'Line',
  times: 'Line',
} as const

/** What a person types about a chart. Parts that its kind does not need are kept while they change their mind. */
export interface ChartDraft {
  readonly name: string
  readonly kind: ChartKind
  readonly source: ChartSource
  readonly collection: string
  readonly aggregator: 'Count' | 'Sum' | 'Avg' | 'Max' | 'Min'
  readonly aggregateField: string
  readonly groupBy: string
  readonly timeRange: ChartTimeRange
  readonly objective: string
  readonly relation: string
  readonly label: string
  readonly limit: string
  /** As in the addresses of lists. */
  readonly filterText: string
  readonly rangeField: string
  /** By the name of the filter of the dashboard. */
  readonly filterFields: Readonly<Record<string, string>>
  readonly query: string
  readonly connection: string
  readonly codeChart: string
  readonly numerator: string
  readonly denominator: string
  readonly currency: string
  readonly unit: string
  readonly decimals: string
}

export const emptyDraft: ChartDraft = {
  name: '',
  kind: 'value',
  source: 'records',
  collection: '',
  aggregator: 'Count',
  aggregateField: '',
  groupBy: '',
  timeRange: 'Month',
  objective: '',
  relation: '',
  label: '',
  limit: '10',
  filterText: '',
  rangeField: '',
  filterFields: {},
  query: '',
  connection: '',
  codeChart: '',
  numerator: '',
  denominator: '',
  currency: '',
  unit: '',
  decimals: '',
}

/** The parts of a draft that can be wrong. */
export type DraftPart = Exclude<keyof ChartDraft, 'kind' | 'source' | 'filterFields' | 'unit'>

/** What a draft describes, or which of its parts are missing or wrong. */
export interface CheckedDraft {
  /** Absent while a part of it is missing or wrong. */
  readonly definition?: ChartDefinition
  readonly display?: ChartDisplay
  readonly wrong: readonly DraftPart[]
}

/**
 * Checks a draft and builds the definition it describes. The name is not part of it.
 *
 * @example
 * checkDraft({ ...emptyDraft, collection: 'orders' }, collections).definition
 * // { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
 */
export function checkDraft(draft: ChartDraft, collections: Collections): CheckedDraft {
  const wrong = [
    ...builders[draft.source].needs(draft).filter(part => draft[part].trim() === ''),
    ...listWrongNumbers(draft),
    ...(isFilterReadable(draft) ? [] : ['filterText' as const]),
  ]
  const display = buildDisplay(draft)
  return {
    wrong,
    ...(display && { display }),
    ...(wrong.length === 0 && { definition: builders[draft.source].build(draft, collections) }),
  }
}

interface Builder {
  readonly needs: (draft: ChartDraft) => readonly DraftPart[]
  readonly build: (draft: ChartDraft, collections: Collections) => ChartDefinition
}

const builders: Readonly<Record<ChartSource, Builder>> = {
  records: {
    needs: ({ kind, aggregator }) => [
      'collection',
      ...(aggregator === 'Count' ? [] : (['aggregateField'] as const)),
      ...(kind === 'distribution' || kind === 'time' ? (['groupBy'] as const) : []),
      ...(kind === 'leaderboard' ? (['relation', 'label'] as const) : []),
      ...(kind === 'objective' ? (['objective'] as const) : []),
    ],
    build: buildRecordChart,
  },
  sql: {
    needs: () => ['query', 'connection'],
    build: ({ kind, query, connection }) => ({
      type: types[kind as keyof typeof types],
      query: query.trim(),
      connectionName: connection,
    }),
  },
  code: {
    needs: () => ['codeChart'],
    build({ kind, codeChart }) {
      const route = `/_charts/${encodeURIComponent(codeChart)}`
      return kind === 'smart'
        ? { type: 'Smart', smartRoute: route }
        : { type: types[kind], apiRoute: route }
    },
  },
  ratio: {
    needs: () => ['numerator', 'denominator'],
    build: ({ numerator, denominator }) => ({
      type: 'Percentage',
      numeratorChartId: numerator,
      denominatorChartId: denominator,
    }),
  },
}

function buildRecordChart(draft: ChartDraft, collections: Collections): ChartDefinition {
  const { kind, collection, aggregator, aggregateField } = draft
  const common = {
    sourceCollectionName: collection,
    aggregator,
    ...(aggregateField && { aggregateFieldName: aggregateField }),
  }
  if (kind === 'leaderboard') {
    const { relation, label, limit } = draft
    return {
      type: 'Leaderboard',
      ...common,
      relationshipFieldName: relation,
      labelFieldName: label,
      ...(limit && { limit: Number(limit) }),
    }
  }
  const filter = buildFilter(draft, collections)
  const filtered = { ...common, ...(filter && { filter }) }
  const groupByFieldName = draft.groupBy
  switch (kind) {
    case 'objective':
      return { type: 'Objective', ...filtered, objective: Number(draft.objective) }
    case 'distribution':
      return { type: 'Pie', ...filtered, groupByFieldName }
    case 'time':
      return { type: 'Line', ...filtered, groupByFieldName, timeRange: draft.timeRange }
    default:
      return { type: 'Value', ...filtered }
  }
}

function buildFilter(draft: ChartDraft, collections: Collections): FilterTree | undefined {
  const { collection, filterText, rangeField, filterFields } = draft
  const model = collections.get(collection)
  const isDay = (path: string) =>
    model !== undefined && findField(collections, model, path)?.field.columnType === 'Dateonly'
  const chosen = Object.entries(filterFields).filter(([, field]) => field !== '')
  return bindFilter(
    parseFilter(filterText),
    { ...(rangeField && { rangeField }), filterFields: Object.fromEntries(chosen) },
    isDay,
  )
}

function isFilterReadable({ source, kind, filterText }: ChartDraft): boolean {
  if (source !== 'records' || kind === 'leaderboard') return true
  const tree = parseFilter(filterText)
  return tree === undefined || !JSON.stringify(tree).includes('"unreadable"')
}

function listWrongNumbers(draft: ChartDraft): readonly DraftPart[] {
  const { kind, source, objective, limit, decimals, currency } = draft
  const isWrong = (text: string, least: number, most: number) =>
    text !== '' &&
    !(Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most)
  return [
    ...(kind === 'objective' && source === 'records' && !Number.isFinite(Number(objective))
      ? (['objective'] as const)
      : []),
    ...(kind === 'leaderboard' && source === 'records' && isWrong(limit, 1, 1000)
      ? (['limit'] as const)
      : []),
    ...(isWrong(decimals, 0, 6) ? (['decimals'] as const) : []),
    ...(currency !== '' && !/^[A-Z]{3}$/.test(currency) ? (['currency'] as const) : []),
  ]
}

function buildDisplay({ currency, unit, decimals }: ChartDraft): ChartDisplay | undefined {
  const display = {
    ...(currency && { currency }),
    ...(unit && { unit }),
    ...(decimals && { decimals: Number(decimals) }),
  }
  return Object.keys(display).length > 0 ? display : undefined
}

const kinds: Readonly<Record<string, ChartKind>> = {
  Value: 'value',
  Objective: 'objective',
  Percentage: 'percentage',
  Pie: 'distribution',
  Leaderboard: 'leaderboard',
  Line: 'time',
  Smart: 'smart',
}

/**
 * Reads a draft from a chart. A chart over time in code may have several lines: only its answer says so.
 *
 * @example
 * readDraft(chart).kind // 'distribution'
 */
export function readDraft({ name, definition, display = {} }: Chart): ChartDraft {
  return {
    ...emptyDraft,
    name,
    kind: kinds[definition.type] ?? 'value',
    ...readSource(definition),
    currency: display.currency ?? '',
    unit: display.unit ?? '',
    decimals: display.decimals === undefined ? '' : String(display.decimals),
  }
}

function readSource(definition: ChartDefinition): Partial<ChartDraft> {
  if ('sourceCollectionName' in definition) return readRecordChart(definition)
  if ('connectionName' in definition) {
    const { query = '', connectionName } = definition
    return { source: 'sql', query, connection: connectionName }
  }
  if ('numeratorChartId' in definition) {
    const { numeratorChartId, denominatorChartId } = definition
    return { source: 'ratio', numerator: numeratorChartId, denominator: denominatorChartId }
  }
  return { source: 'code', codeChart: findCodeChart(definition) ?? '' }
}

type RecordDefinition = Extract<ChartDefinition, { readonly sourceCollectionName: string }>

function readRecordChart(definition: RecordDefinition): Partial<ChartDraft> {
  // Definitions are stored after they passed the schema of the service.
  const { own, binding } = splitFilter(definition.filter as FilterTree | null | undefined)
  return {
    source: 'records',
    collection: definition.sourceCollectionName,
    aggregator: definition.aggregator as ChartDraft['aggregator'],
    aggregateField: definition.aggregateFieldName ?? '',
    filterText: own ? formatFilter(own) : '',
    rangeField: binding.rangeField ?? '',
    filterFields: binding.filterFields,
    ...('groupByFieldName' in definition && { groupBy: definition.groupByFieldName }),
    ...('timeRange' in definition && { timeRange: definition.timeRange as ChartTimeRange }),
    ...('objective' in definition && { objective: String(definition.objective) }),
    ...('labelFieldName' in definition && {
      label: definition.labelFieldName,
      relation: definition.relationshipFieldName,
      limit: definition.limit ? String(definition.limit) : '',
    }),
  }
}
