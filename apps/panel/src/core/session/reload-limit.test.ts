import { expect, it } from 'vitest'
import { createReloadLimit } from './reload-limit.js'

it('asks once a minute for the same tag', () => {
  let time = 0
  const mayReload = createReloadLimit(() => time)
  expect(['a', 'a', 'b', 'a', 'b'].map(mayReload)).toEqual([true, false, true, false, false])
  time = 60_000
  expect(['a', 'a'].map(mayReload)).toEqual([true, false])
})
