import { passwordCost } from '../../apps/service/src/secrets/password-cost.js'
import { passwordCost as quick } from '../../apps/service/src/testing/quick-password-cost.js'

/** Services in the process of a test hash thousands of passwords: in a fraction of the time. */
Object.assign(passwordCost, quick)
