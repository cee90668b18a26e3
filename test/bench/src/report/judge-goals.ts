import { GOAL_CONNECTIONS, type Goal, type GoalFigure } from '../goals.js'
import type { Measured } from './results.js'

export interface JudgedGoal {
  readonly what: string
  readonly unit: string
  readonly goal: string
  /** Absent when it was not measured in this run. */
  readonly figure?: number
  readonly isMet?: boolean
}

const OURS = 'ours'
const LIMIT = 'limit-js'

export function judgeGoals(goals: readonly Goal[], measured: Measured): readonly JudgedGoal[] {
  return goals.map(goal => judge(goal, figureOf(goal.figure, measured)))
}

function judge(goal: Goal, figure: number | undefined): JudgedGoal {
  const { what, unit, atLeast, atMost } = goal
  const text = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  if (figure === undefined) return { what, unit, goal: text }
  const isMet = figure >= (atLeast ?? -Infinity) && figure <= (atMost ?? Infinity)
  return { what, unit, goal: text, figure, isMet }
}

function figureOf(figure: GoalFigure, measured: Measured): number | undefined {
  switch (figure.kind) {
    case 'speed':
      return cellOf(measured, figure.workload, OURS)?.speedAgainst[LIMIT]
    case 'own':
      return cellOf(measured, figure.workload, OURS)?.figures[figure.figure]
    case 'cpu':
      return cpuRatio(measured, figure.workload)
    case 'start':
      return measured.startups.find(
        startup => startup.target === OURS && startup.database === figure.database,
      )?.readyMs
    case 'against':
      return cellOf(measured, figure.workload, figure.target)?.speedAgainst[figure.other]
    case 'startMore':
      return startMore(measured, figure.database, figure.target)
    case 'types':
      return measured.types?.[figure.figure]
    case 'service':
      return measured.service?.[figure.figure]
    case 'json':
      return measured.json?.[figure.figure]
    case 'documents':
      return measured.documents?.[figure.figure]
    case 'answer':
      return answerOf(measured, figure.workload)
  }
}

function startMore({ startups }: Measured, database: string, target: string): number | undefined {
  const of = (name: string) =>
    startups.find(startup => startup.target === name && startup.database === database)?.readyMs
  const [own, ours] = [of(target), of(OURS)]
  return own === undefined || ours === undefined ? undefined : own - ours
}

function cpuRatio(measured: Measured, workload: string): number | undefined {
  const ours = cellOf(measured, workload, OURS)?.figures.serverCpuMs
  const limit = cellOf(measured, workload, LIMIT)?.figures.serverCpuMs
  return ours === undefined || !limit ? undefined : ours / limit
}

function answerOf(measured: Measured, workload: string): number | undefined {
  const answer = measured.answers.find(
    checked => checked.target === OURS && checked.workload === workload,
  )
  return answer && Number(answer.isRight)
}

/** The cell with the connections of the goals; shots have one connection only. */
function cellOf({ cells }: Measured, workload: string, target: string) {
  return cells.find(
    cell =>
      cell.workload === workload &&
      cell.target === target &&
      (cell.connections === GOAL_CONNECTIONS || cell.figures.ms !== undefined),
  )
}
