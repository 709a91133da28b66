import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { Webhook } from 'svix'
import { z } from 'zod'
import { keepPicture } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let page: Page
let server: Server
const received: { body: string; headers: Record<string, string> }[] = []
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  core = await startCore()
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  await core.enter(page)
  await page.getByRole('link', { name: 'Developers' }).click()
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  server?.close()
})

const open = (name: string) => page.getByRole('tab', { name, exact: true }).click()

test('a webhook is made, a call is tried with a new key, and the webhook hears how it ended', async ({
  browserName: _,
}, info) => {
  await open('Webhooks')
  const { port } = server.address() as AddressInfo
  await page.getByLabel('Address of your server').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  const secret = (await page.getByTestId('new-secret').textContent()) ?? ''

  await open('Keys')
  await page.getByLabel('Name of the new key').fill('shop')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const key = (await page.getByTestId('new-key').textContent()) ?? ''
  await expect(page.getByTestId('snippet')).toContainText(`${core.url}/api/2022-06-09/collections/default-polygon/nfts`)
  await expect(page.getByTestId('snippet')).toContainText(key)
  await page.getByText('TypeScript', { exact: true }).click()
  await expect(page.getByTestId('snippet')).toContainText('await fetch(')

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Change shop' })
  await change.getByLabel('Name').fill('shop server')
  await change.getByLabel('Mints a day').fill('0')
  await change.getByLabel('Mints a day').press('Enter')
  await expect(change.getByRole('alert')).toContainText('Mints a day: 0 is too little')
  // What is set elsewhere meanwhile is not lifted by what is changed here.
  const keys = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(await (await core.call('GET', '/app/keys')).json())
  await core.call('PATCH', `/app/keys/${keys.find(({ name }) => name === 'shop')?.id}`, { requestsPerMinute: 1_000 })
  await change.getByLabel('Mints a day').fill('01')
  await change.getByLabel('Mints a day').press('Enter')
  await expect(page.getByRole('cell', { name: 'shop server' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '1,000 requests a minute, 1 mint a day' })).toBeVisible()
  await open('Try a call')
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(key)
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('status', { name: 'Answer' })
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText('"status": "pending"')).toBeVisible()
  await keepPicture(page, info, 'try')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(answer.getByText('429', { exact: true })).toBeVisible()
  await expect(answer.getByText('key.limit.mints')).toBeVisible()

  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(2)
  for (const { body, headers } of received) new Webhook(secret).verify(body, headers)
  expect(received.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
    'collections.create.succeeded',
    'nfts.create.succeeded',
  ])
})

test('deliveries are looked at and sent again', async ({ browserName: _ }, info) => {
  await open('Webhooks')
  await page.getByRole('button', { name: 'Deliveries' }).click()
  const drawer = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(drawer.getByText('Delivered')).toHaveCount(2)
  await drawer.getByRole('button', { name: /^nfts\.create\.succeeded/ }).click()
  await expect(drawer.getByText('"type": "nfts.create.succeeded"')).toBeVisible()
  await keepPicture(page, info, 'deliveries')
  await drawer.getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => received.length).toBe(3)
  const ids = received.map(({ headers }) => headers['svix-id'])
  expect(new Set(ids).size).toBe(2)
  await page.keyboard.press('Escape')
})

test('what a program asks appears while it asks, with body and answer and no key', async ({ request }, info) => {
  await open('Requests')
  await expect(page.getByRole('cell', { name: 'shop' })).toHaveCount(2)
  await request.get(`${core.url}/api/2022-06-09/actions/nothing`, { headers: { 'x-api-key': 'sk_practice_wrong' } })
  await expect(page.getByRole('button', { name: /^Show GET .*actions\/nothing/ })).toBeVisible()
  await keepPicture(page, info, 'requests')
  await page
    .getByRole('button', { name: /^Show POST/ })
    .last()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('"recipient": "email:ada@example.com:polygon"')).toBeVisible()
  await expect(drawer.getByTestId('snippet')).toContainText('YOUR_KEY')
  await page.keyboard.press('Escape')
  await open('Audit log')
  await expect(
    page.getByRole('row', { name: /key shop .* nfts\.create 1 NFT default-polygon on polygon/ }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /window keys\.create/ })).toBeVisible()
})

test('nothing the page did was refused by its content security policy, and nothing in it failed', () => {
  expect(faults).toEqual([])
})
