export type { Benchmark, BenchmarkResult } from './client/benchmark.js'
export {
  type AgentTestClientOptions,
  createAgentTestClient,
} from './client/create-agent-test-client.js'
export type { Who } from './client/session.js'
export type { AgentTestClient, AsOptions } from './client/test-client.js'
export {
  createTestAgent,
  type GivenAgentOptions,
  type TestAgent,
  type TestAgentOptions,
} from './in-process/create-test-agent.js'
export type {
  MatrixCell,
  MatrixOptions,
  MatrixRow,
  PermissionMatrix,
} from './in-process/permission-matrix.js'
export { createTestClock, type TestClock } from './in-process/test-clock.js'
export {
  createServiceSandbox as createForestServerSandbox,
  createServiceSandbox,
  type SandboxOptions,
  type ServiceSandbox,
} from './sandbox/create-service-sandbox.js'
export type {
  ActionPermission,
  CollectionPermission,
  PermissionCondition,
} from './test-service/permission-overrides.js'
export type { RecordedApproval } from './test-service/test-approvals.js'
export type {
  People,
  Recorded,
  RecordedRequest,
  TestService,
} from './test-service/test-service.js'
