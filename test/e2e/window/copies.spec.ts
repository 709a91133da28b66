import { expect, test } from '@playwright/test'
import { keepPicture } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'

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
  await page.goto(await core.entrance())
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
