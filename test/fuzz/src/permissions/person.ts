import type { Random } from '@service/datasource-toolkit/testing'

/** What the service knows of somebody; their names are their own to change. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly tags: Readonly<Record<string, string>>
}

export function randomPerson(random: Random): Person {
  return {
    firstName: random.pick(['%', 'ada', '']),
    lastName: random.pick(['%', '_', 'bob']),
    tags: {
      word: random.pick(['ada', 'bob', '%', 'a_a', '_', 'ad%', '\\']),
      amount: random.pick(['1', '3', '10']),
    },
  }
}
