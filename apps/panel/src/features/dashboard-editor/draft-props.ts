import type { Chart, DashboardFilter } from '@service/protocol'
import type { ChartDraft, DraftPart } from '../../core/charts/chart-draft.js'
import type { PlaceModel } from '../../data/use-schema.js'

/** What the fields of a chart's form get. */
export interface DraftProps {
  /** Absent for a new one. */
  readonly chart: Chart | undefined
  readonly charts: readonly Chart[]
  readonly model: PlaceModel
  /** Of the dashboard. */
  readonly filters: readonly DashboardFilter[]
  readonly draft: ChartDraft
  readonly change: (change: Partial<ChartDraft>) => void
  /** What is wrong with a part: at once when it is there, else when somebody tried to save. */
  readonly explain: (part: DraftPart) => string | undefined
}
