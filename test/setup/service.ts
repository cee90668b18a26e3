import bundleService from './bundle-service.js'
import provideTemplates from './service-templates.js'
import { together } from './together.js'

/** What the service needs to start, made from its build. */
export default together(provideTemplates, bundleService)
