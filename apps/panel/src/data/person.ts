/** The person the page was made for, as the service names them; undefined outside of its pages. */
export function readPersonId(): number | undefined {
  const { user } = document.documentElement.dataset
  return user === undefined ? undefined : Number(user)
}
