/** What is changed, and the tests that should notice. */
export const parts = {
  access: { mutate: 'apps/service/src/http/access/*.ts', vitest: 'vitest.service.ts' },
  gateway: { mutate: 'packages/agent/src/gateway/*.ts', vitest: 'vitest.agent.ts' },
  actions: { mutate: 'packages/agent/src/actions/*.ts', vitest: 'vitest.agent.ts' },
  query: { mutate: 'packages/agent/src/query/*.ts', vitest: 'vitest.agent.ts' },
}
