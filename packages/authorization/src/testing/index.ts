export { describeCodeStore, type OpenedCodeStore } from './describe-code-store.js'
