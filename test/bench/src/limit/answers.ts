import type { ListQuery } from './list-query.js'

/** The reads whose body is made either in JavaScript or by PostgreSQL. Undefined is a 404. */
export interface Answers {
  orders(list: ListQuery): Promise<string | undefined>
  search(term: string): Promise<string | undefined>
  customer(id: number): Promise<string | undefined>
  /** Events of a customer, whose code and country are inside a JSON column. */
  events(code: string): Promise<string | undefined>
  /** Customers with a full name computed from two columns: sorted by it, or filtered on it. */
  fullNames(wanted: string | undefined): Promise<string | undefined>
}
