import { expect, test } from '@playwright/test'
import { keepPicture } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
test.beforeAll(async () => {
  core = await startCore()
})
test.afterAll(() => core.close())

const picture = (color: string) =>
  `data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22 fill=%22${color}%22/%3E%3C/svg%3E`

test('a collection of copies is made in the window, and shows its templates with what is minted of them', async ({
  page,
}, info) => {
  await core.enter(page)
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Create a collection' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Tickets')
  await form.getByLabel('Symbol').fill('TIX')
  await form.getByRole('radio', { name: 'Editions' }).check()
  await keepPicture(page, info, 'form')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('main').getByText('No templates in this collection yet')).toBeVisible()
  const id = decodeURIComponent(page.url().split('/').at(-1) ?? '')
  for (const [template, name, color, supply] of [
    ['gold', 'Gold ticket', 'gold', { limit: 500 }],
    ['silver', 'Silver ticket', 'silver', {}],
  ] as const)
    await core.call('PUT', `/api/2022-06-09/collections/${id}/templates/${template}`, {
      metadata: { name, image: picture(color) },
      supply,
    })
  const minted = await core.call('POST', `/api/2022-06-09/collections/${id}/sfts`, {
    templateId: 'gold',
    recipient: 'email:ada@example.com:polygon',
    amount: 12,
  })
  expect(minted.status).toBe(200)
  await expect(page.getByRole('article').filter({ hasText: 'Gold ticket' })).toContainText('12 of 500 minted', {
    timeout: 60_000,
  })
  await expect(page.getByRole('article').filter({ hasText: 'Silver ticket' })).toContainText('0 minted')
  await keepPicture(page, info, 'templates')
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, info, 'templates-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 900, height: 700 })
  await keepPicture(page, info, 'templates-narrow')

  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.getByRole('textbox', { name: /^Address, / }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Gold ticket' })).toContainText('×12')
})

test('copies whose answer was lost are moved once, however often the button is pressed', async ({ page }, info) => {
  const { project } = await (await core.call('GET', '/app/state')).json()
  expect((await core.call('PATCH', `/app/projects/${project.id}`, { enterprise: true })).status).toBe(200)
  await core.enter(page)
  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.getByRole('textbox', { name: /^Address, / }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('article').filter({ hasText: 'Gold ticket' }).getByRole('button').click()
  await page.getByRole('dialog', { name: 'NFT' }).getByRole('button', { name: 'Transfer…' }).click()
  const form = page.getByRole('dialog', { name: /^Transfer/ })
  await form.getByRole('textbox', { name: 'To' }).fill('bob@example.com')
  await form.getByRole('textbox', { name: 'How many' }).fill('2')
  // The core takes it, and nobody hears of that.
  let taken: unknown
  await page.route('**/wallets/transfer', async (route) => {
    taken = (await (await route.fetch()).json()).actionId
    await route.abort()
  })
  await form.getByRole('button', { name: 'Transfer to bob@example.com' }).click()
  await expect(form.getByRole('alert')).toContainText('Whether it is on its way is not known')
  await keepPicture(page, info, 'transfer-unknown')
  await page.unrouteAll({ behavior: 'wait' })
  const answered = page.waitForResponse('**/wallets/transfer')
  await form.getByRole('button', { name: 'Transfer to bob@example.com' }).click()
  expect(typeof taken).toBe('string')
  expect((await (await answered).json()).actionId).toBe(taken)
  await expect(form).toBeHidden()
})
