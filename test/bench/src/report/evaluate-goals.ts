import { GOAL_CONNECTIONS, type Goal, type GoalFigure } from '../goals.js'
import type { Measured } from './results.js'

export interface EvaluatedGoal {
  readonly what: string
  readonly unit: string
  readonly goal: string
  /** Absent when it was not measured in this run. */
  readonly figure?: number
  readonly isMet?: boolean
}

const OURS = 'ours'
const LIMIT = 'limit-js'

export function evaluateGoals(
  goals: readonly Goal[],
  measured: Measured,
): readonly EvaluatedGoal[] {
  return goals.map(goal => evaluateGoal(goal, readFigure(goal.figure, measured)))
}

function evaluateGoal(goal: Goal, figure: number | undefined): EvaluatedGoal {
  const { what, unit, atLeast, atMost } = goal
  const text = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  if (figure === undefined) return { what, unit, goal: text }
  const isMet = figure >= (atLeast ?? -Infinity) && figure <= (atMost ?? Infinity)
  return { what, unit, goal: text, figure, isMet }
}

function readFigure(figure: GoalFigure, measured: Measured): number | undefined {
  switch (figure.kind) {
    case 'speed':
      return findCell(measured, figure.workload, OURS)?.speedAgainst[LIMIT]
    case 'own':
      return findCell(measured, figure.workload, OURS)?.figures[figure.figure]
    case 'cpu':
      return cpuRatio(measured, figure.workload)
    case 'start':
      return measured.startups.find(
        startup => startup.target === OURS && startup.database === figure.database,
      )?.readyMs
    case 'against':
      return findCell(measured, figure.workload, figure.target)?.speedAgainst[figure.other]
    case 'startMore':
      return startMore(measured, figure.database, figure.target)
    case 'types':
      return measured.types?.[figure.figure]
    case 'service':
      return measured.service?.[figure.figure]
    case 'panel':
      return measured.panel?.[figure.figure]
    case 'json':
      return measured.json?.[figure.figure]
    case 'documents':
      return measured.documents?.[figure.figure]
    case 'growth':
      return measured.growth?.worst
    case 'answer':
      return readAnswer(measured, figure.workload)
  }
}

function startMore({ startups }: Measured, database: string, target: string): number | undefined {
  const of = (name: string) =>
    startups.find(startup => startup.target === name && startup.database === database)?.readyMs
  const [own, ours] = [of(target), of(OURS)]
  return own === undefined || ours === undefined ? undefined : own - ours
}

function cpuRatio(measured: Measured, workload: string): number | undefined {
  const ours = findCell(measured, workload, OURS)?.figures.serverCpuMs
  const limit = findCell(measured, workload, LIMIT)?.figures.serverCpuMs
  return ours === undefined || !limit ? undefined : ours / limit
}

function readAnswer(measured: Measured, workload: string): number | undefined {
  const answer = measured.answers.find(
    checked => checked.target === OURS && checked.workload === workload,
  )
  return answer && Number(answer.isRight)
}

/** The cell with the connections of the goals; shots have one connection only. */
function findCell({ cells }: Measured, workload: string, target: string) {
  return cells.find(
    cell =>
      cell.workload === workload &&
      cell.target === target &&
      (cell.connections === GOAL_CONNECTIONS || cell.figures.ms !== undefined),
  )
}
