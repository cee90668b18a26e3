import type { Page } from 'playwright-core'

/** Signs in by the form, as a person does, and waits for the panel. */
export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  path = '/',
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app**')
}
